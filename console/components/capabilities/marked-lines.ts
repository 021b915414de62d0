export interface MarkedLine {
  mark: 'same' | 'removed' | 'added';
  text: string;
}

/** Line diff by longest common subsequence. Ignores trailing commas. */
export function markedLines(before: readonly string[], after: readonly string[]): MarkedLine[] {
  const lengths = commonLengths(before, after);
  const lines: MarkedLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, present] = [before[row], after[column]];
    if (old !== undefined && present !== undefined && same(old, present)) {
      lines.push({ mark: 'same', text: present });
      row += 1;
      column += 1;
    } else if (old !== undefined && at(lengths, row + 1, column) >= at(lengths, row, column + 1)) {
      lines.push({ mark: 'removed', text: old });
      row += 1;
    } else {
      lines.push({ mark: 'added', text: present ?? '' });
      column += 1;
    }
  }
  return lines;
}

/** How many lines the rests from [row][column] on have in common. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const length = same(before[row] ?? '', after[column] ?? '')
        ? at(lengths, row + 1, column + 1) + 1
        : Math.max(at(lengths, row + 1, column), at(lengths, row, column + 1));
      lengths[row]?.splice(column, 1, length);
    }
  }
  return lengths;
}

function at(lengths: number[][], row: number, column: number): number {
  return lengths[row]?.[column] ?? 0;
}

function same(one: string, other: string): boolean {
  return one.replace(/,$/, '') === other.replace(/,$/, '');
}
