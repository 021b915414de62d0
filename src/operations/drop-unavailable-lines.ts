import { CommerceError, type ItemRefusal } from '../commerce/errors.ts';
import type { RequestedLine } from './requested-lines.ts';

/** A line that is not sold as it was asked for. */
export interface ChangedLine {
  itemId: string;
  /** Where it stood in the request. */
  index: number;
  refusal: ItemRefusal;
  /** How many are sold all the same; 0: the line was left out. */
  quantity: number;
}

interface Numbered extends RequestedLine {
  index: number;
}

/** A shop may change its mind while it is asked. */
const MAX_ATTEMPTS = 3;
const LINE = /^line_items\.(\d+)\./;

/**
 * Does `attempt` with the lines that can be had: what the shop refuses is left out, and of what it has too few of as many as
 * there are are taken; `attempt` is told what was changed so far. Throws the shop's refusal when nothing is left.
 */
export async function dropUnavailableLines<Made>(
  requested: readonly RequestedLine[],
  attempt: (lines: RequestedLine[], changed: readonly ChangedLine[]) => Promise<Made>,
): Promise<{ made: Made; changed: ChangedLine[] }> {
  let lines: Numbered[] = requested.map((line, index) => ({ ...line, index }));
  const changed: ChangedLine[] = [];
  for (let round = 1; ; round += 1) {
    try {
      const available = lines.map(({ itemId, quantity }) => ({ itemId, quantity }));
      return { made: await attempt(available, changed), changed };
    } catch (error) {
      const refused = round < MAX_ATTEMPTS ? refusedLines(error, lines) : [];
      const left = withoutRefused(lines, refused);
      if (refused.length === 0 || left.length === 0) throw error;
      changed.push(...refused);
      lines = left;
    }
  }
}

/** Each refusal beside its line; none when one of them names no line. */
function refusedLines(error: unknown, lines: readonly Numbered[]): ChangedLine[] {
  if (!(error instanceof CommerceError)) return [];
  const refusals = error.refusals.length > 0 ? error.refusals : unreadable(error);
  const found = refusals.flatMap((refusal, position) => {
    const place = LINE.exec(error.details[position]?.path ?? '')?.[1];
    const line = place === undefined ? undefined : lines[Number(place)];
    return line
      ? [{ itemId: line.itemId, index: line.index, refusal, quantity: sold(line, refusal, lines) }]
      : [];
  });
  return found.length === refusals.length ? found : [];
}

/** An id that is none of this shop's is one of nothing. */
function unreadable({ kind, details }: CommerceError): ItemRefusal[] {
  const ofItems = details.filter(({ path }) => path.endsWith('.item.id'));
  if (kind !== 'invalid_input' || ofItems.length < details.length) return [];
  return ofItems.map(({ message }) => ({
    variantId: '',
    problem: 'unknown',
    message: `The item id ${message}.`,
  }));
}

/** What is in stock is that of the variant: where several lines ask for it, nobody can say which of them it is for. */
function sold(line: Numbered, { problem, available = 0 }: ItemRefusal, lines: readonly Numbered[]): number {
  const alone = lines.filter(({ itemId }) => itemId === line.itemId).length === 1;
  return problem === 'insufficient_stock' && alone && available < line.quantity ? Math.max(0, available) : 0;
}

function withoutRefused(lines: readonly Numbered[], refused: readonly ChangedLine[]): Numbered[] {
  const quantities = new Map(refused.map(({ index, quantity }) => [index, quantity]));
  return lines
    .map((line) => ({ ...line, quantity: quantities.get(line.index) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
}
