import { CommerceError } from '../../../commerce/errors.ts';
import { type Ask, readEntries, type SiteAnswer } from '../client.ts';

/** Failed calls after which it is not a few products that break the site's answers. */
const MAX_FAILURES = 41;

interface Question<Part> {
  ask(site: Ask, part: Part): Promise<SiteAnswer>;
  /** Returns no halves of a single entry. */
  split(part: Part): Part[];
  /** Levels of halves without an entry after which it is the whole site that fails. */
  levelsWithoutEntry: number;
}

/** Asks for a list's halves where the site fails at it, down to the entries that fail (`broken`). Throws the first failure when all fail. */
export async function askInHalves<Part>(site: Ask, whole: Part, question: Question<Part>) {
  const answers: { part: Part; answer: SiteAnswer }[] = [];
  const broken: Part[] = [];
  let cause: CommerceError | undefined;
  let failures = 0;

  async function tryPart(part: Part): Promise<Part[]> {
    // The site fails again at what it has failed at: a retry would only open the circuit.
    const ask: Ask = (call) => site({ ...call, ...(cause && { repeatable: false }) });
    try {
      answers.push({ part, answer: await question.ask(ask, part) });
      return [];
    } catch (error) {
      if (!isBrokenAnswer(error)) throw cause ?? error;
      cause ??= error;
      failures += 1;
      const halves = question.split(part);
      if (halves.length === 0) broken.push(part);
      return halves;
    }
  }

  let parts = [whole];
  for (let level = 0; parts.length > 0; level += 1) {
    const halves: Part[] = [];
    for (const part of parts) halves.push(...(await tryPart(part)));
    const isSite = !cause?.tooLarge && level >= question.levelsWithoutEntry && !answers.some(hasEntries);
    if (cause && (failures > MAX_FAILURES || isSite)) throw cause;
    parts = halves;
  }
  if (cause && !answers.some(hasEntries)) throw cause;
  return { answers, broken };
}

/** False for a range behind the last product, which is answered without any. */
function hasEntries({ answer }: { answer: SiteAnswer }): boolean {
  return readEntries(answer).length > 0;
}

/** True for an error page and for what cannot be read, which one entry may cause. A refused call fails for all alike. */
function isBrokenAnswer(error: unknown): error is CommerceError {
  return error instanceof CommerceError && error.kind === 'platform_error' && !error.refused && !error.wrong;
}

export function splitList<Entry>(list: readonly Entry[]): Entry[][] {
  const middle = Math.ceil(list.length / 2);
  return list.length > 1 ? [list.slice(0, middle), list.slice(middle)] : [];
}
