import { tokensOf } from '../bench/tokens/transcript.ts';
import { seeded } from '../testing/seeded.ts';
import type { RehearsedEndpoint } from './endpoint.ts';
import { MISTAKES } from './mistakes.ts';
import { type Mistake, type Outcome, Refusal, type Store, startTrial } from './trial.ts';

/** Further calls within which a mistake must be repaired. */
const MAX_FURTHER = 2;
/** Share of the trials of each mistake at each endpoint that must be repaired. */
const MIN_RATE = 0.95;

export interface Row {
  endpoint: string;
  mistake: string;
  trials: number;
  repaired: number;
  calls: number;
  tokens: number;
  /** Problems of the first trial that was not repaired. */
  problems: string[];
}

export interface Rehearsal {
  seed: number;
  rounds: number;
  /** True ends at the first mistake that is repaired too rarely. */
  isBrief?: boolean;
}

/** Plays each mistake at each endpoint, `rounds` times. */
export async function rehearse(
  endpoints: readonly RehearsedEndpoint[],
  store: Store,
  { seed, rounds, isBrief = false }: Rehearsal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const endpoint of endpoints)
    for (const [place, mistake] of playableAt(endpoint, store).entries()) {
      const row = emptyRow(endpoint, mistake);
      rows.push(row);
      for (let round = 0; round < rounds; round += 1)
        await addTrial(row, endpoint, mistake, { ...store, random: seed * 1_000 + place * 31 + round });
      if (isBrief && failuresIn([row]).length > 0) return rows;
    }
  return rows;
}

function emptyRow({ name: endpoint }: RehearsedEndpoint, { name: mistake }: Mistake): Row {
  return { endpoint, mistake, trials: 0, repaired: 0, calls: 0, tokens: 0, problems: [] };
}

function playableAt(endpoint: RehearsedEndpoint, { shop }: Pick<Store, 'shop'>): Mistake[] {
  return MISTAKES.filter(
    ({ isPossible, needsShop }) => (isPossible?.(endpoint) ?? true) && (shop || !needsShop),
  );
}

async function addTrial(
  row: Row,
  endpoint: RehearsedEndpoint,
  mistake: Mistake,
  { random, ...store }: Store & { random: number },
) {
  const counted = counting(endpoint);
  const trial = startTrial(counted.endpoint, seeded(random), store, mistake.items);
  const { further, problems } = await played(mistake, trial);
  const isRepaired = problems.length === 0 && further <= MAX_FURTHER;
  row.trials += 1;
  row.repaired += isRepaired ? 1 : 0;
  row.calls += counted.calls();
  row.tokens += counted.tokens();
  if (!isRepaired && row.problems.length === 0)
    row.problems = problems.length > 0 ? problems : [`${further} further calls`];
}

async function played(mistake: Mistake, trial: ReturnType<typeof startTrial>): Promise<Outcome> {
  try {
    return await mistake.play(trial);
  } catch (error) {
    if (error instanceof Refusal) return { further: 0, problems: [error.message] };
    throw error;
  }
}

/** Counts calls, and the tokens that a model writes and reads in them. */
function counting(endpoint: RehearsedEndpoint) {
  let calls = 0;
  let tokens = 0;
  const counted: RehearsedEndpoint = {
    ...endpoint,
    async exchange(call) {
      const reply = await endpoint.exchange(call);
      calls += 1;
      tokens += tokensOf(`${call.tool} ${JSON.stringify(call.arguments)}`);
      tokens += tokensOf(JSON.stringify(reply.body));
      return reply;
    },
  };
  return { endpoint: counted, calls: () => calls, tokens: () => tokens };
}

/** Returns the mistakes that were repaired too rarely. */
export function failuresIn(rows: readonly Row[]): Row[] {
  return rows.filter(({ trials, repaired }) => repaired < trials * MIN_RATE);
}
