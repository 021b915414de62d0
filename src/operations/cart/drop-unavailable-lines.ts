import { CommerceError, type LineRefusal } from '../../commerce/errors.ts';
import type { RequestedLine } from './requested-lines.ts';

/** A requested line that was left out (`quantity` 0) or reduced to what is in stock. `index`: its place in the request. */
export interface ChangedLine extends LineRefusal {
  quantity: number;
}

interface Numbered extends RequestedLine {
  index: number;
}

/** A shop's answer may change while it is asked. */
const MAX_ATTEMPTS = 3;

/** Runs `attempt`, and again with what the shop has of the lines that it refuses. Throws the refusal when no line is left. */
export async function dropUnavailableLines<Made>(
  requested: readonly RequestedLine[],
  attempt: (lines: RequestedLine[], changed: readonly ChangedLine[]) => Promise<Made>,
): Promise<Made> {
  let lines: Numbered[] = requested.map((line, index) => ({ ...line, index }));
  const changed: ChangedLine[] = [];
  for (let round = 1; ; round += 1) {
    try {
      const available = lines.map(({ itemId, quantity }) => ({ itemId, quantity }));
      return await attempt(available, changed);
    } catch (error) {
      const refused = round < MAX_ATTEMPTS ? toRefusedLines(error, lines) : [];
      const left = withoutRefused(lines, refused);
      if (refused.length === 0 || left.length === 0) throw error;
      changed.push(...refused);
      lines = left;
    }
  }
}

/** Returns nothing for a quantity above the limit: that is the agent's mistake, whatever the shop has. */
function toRefusedLines(error: unknown, lines: readonly Numbered[]): ChangedLine[] {
  if (!(error instanceof CommerceError)) return [];
  if (error.lines.some(({ reason }) => reason === 'too_many_pieces')) return [];
  return error.lines.flatMap((refusal) => {
    const line = lines[refusal.index];
    return line ? [{ ...refusal, index: line.index, quantity: computeInStock(line, refusal, lines) }] : [];
  });
}

/** Stock is counted by variant: where several lines ask for one, it cannot be divided among them. */
function computeInStock(line: Numbered, { reason, available = 0 }: LineRefusal, lines: readonly Numbered[]) {
  const isAlone = lines.filter(({ itemId }) => itemId === line.itemId).length === 1;
  return reason === 'insufficient_stock' && isAlone && available < line.quantity ? Math.max(0, available) : 0;
}

function withoutRefused(lines: readonly Numbered[], refused: readonly ChangedLine[]): Numbered[] {
  const quantities = new Map(refused.map(({ index, quantity }) => [index, quantity]));
  return lines
    .map((line) => ({ ...line, quantity: quantities.get(line.index) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
}
