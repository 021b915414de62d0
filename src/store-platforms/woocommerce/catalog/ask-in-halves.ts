import { CommerceError } from '../../../commerce/errors.ts';
import { type Ask, readEntries, type SiteAnswer } from '../client.ts';

/** Failed calls after which it is not a few products that break the site's answers. */
const MAX_FAILURES = 40;
interface Halved<Part> {
  answers: { part: Part; answer: SiteAnswer }[];
  /** Parts of one entry that the site cannot answer. */
  broken: { part: Part; error: CommerceError }[];
}

interface Question<Part> {
  ask(site: Ask, part: Part): Promise<SiteAnswer>;
  /** Returns no halves of a single entry. */
  split(part: Part): Part[];
  /** Levels of halves without an entry after which it is the whole site that fails. */
  levelsWithoutEntry: number;
}

/** Asks for a list's halves where the site fails at it, down to the entries that fail. Throws the first failure when all fail. */
export async function askInHalves<Part>(
  site: Ask,
  whole: Part,
  question: Question<Part>,
): Promise<Halved<Part>> {
  try {
    return { answers: [{ part: whole, answer: await question.ask(site, whole) }], broken: [] };
  } catch (error) {
    if (!isBrokenAnswer(error)) throw error;
    return narrow(site, question.split(whole), question, error);
  }
}

async function narrow<Part>(
  site: Ask,
  halves: Part[],
  question: Question<Part>,
  cause: CommerceError,
): Promise<Halved<Part>> {
  const { answers, broken }: Halved<Part> = { answers: [], broken: [] };
  let failures = 0;
  let parts = halves;
  for (let level = 1; parts.length > 0; level += 1) {
    const round = await askForEach(site, parts, question, cause);
    answers.push(...round.answers);
    failures += round.failed.length;
    const isSite = !cause.tooLarge && level >= question.levelsWithoutEntry && !answers.some(hasEntries);
    if (failures > MAX_FAILURES || isSite) throw cause;
    broken.push(...round.failed.filter(({ part }) => question.split(part).length === 0));
    parts = round.failed.flatMap(({ part }) => question.split(part));
  }
  if (!answers.some(hasEntries)) throw cause;
  return { answers, broken };
}

async function askForEach<Part>(
  site: Ask,
  parts: readonly Part[],
  { ask }: Question<Part>,
  cause: CommerceError,
): Promise<{ answers: Halved<Part>['answers']; failed: Halved<Part>['broken'] }> {
  // The site fails again at what it has failed at: a retry would only open the circuit.
  const askOnce: Ask = (call) => site({ ...call, repeatable: false });
  const answers: Halved<Part>['answers'] = [];
  const failed: Halved<Part>['broken'] = [];
  for (const part of parts) {
    try {
      answers.push({ part, answer: await ask(askOnce, part) });
    } catch (error) {
      if (!isBrokenAnswer(error)) throw cause;
      failed.push({ part, error });
    }
  }
  return { answers, failed };
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
