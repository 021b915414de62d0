import type { Store } from '../../../client/index.ts';

export type StoreHealth = NonNullable<Store['health']>;

export type HealthAspect = StoreHealth['aspects'][number];
type AspectName = HealthAspect['aspect'];
type State = HealthAspect['state'];

export const ASPECTS: Record<AspectName, string> = {
  shop: 'Shop answers',
  access: 'Access with your credentials',
  events: 'Webhooks arrive',
  catalog: 'Catalog copy',
  discovery: 'Discovery on your domain',
};

/** Short status of a store whose aspect is failing. */
const FAILURES: Record<AspectName, string> = {
  shop: 'Shop not answering',
  access: 'Access refused by the shop',
  events: 'Webhooks failing',
  catalog: 'Catalog outdated',
  discovery: 'Domain lost',
};

type Cause = NonNullable<NonNullable<StoreHealth['outage']>['cause']>;

/** Short status of a shop that does not answer as it should. */
const OUTAGES: Record<Cause, string> = {
  dns: 'Shop’s domain not found',
  refused: 'Shop refuses connections',
  tls: 'Shop’s certificate not valid',
  timeout: 'Shop not answering',
  reset: 'Shop closes connections',
  address: 'Shop’s address wrong',
  throttled: 'Shop limits calls',
  status: 'Shop answers with errors',
  unreadable: 'Shop’s answers not readable',
  closed: 'Shop closed',
  credentials: 'Access refused by the shop',
  permission: 'Access refused by the shop',
};

export const STATES: Record<State, { words: string; color: string }> = {
  ok: { words: 'OK', color: 'green' },
  waiting: { words: 'Not set up', color: 'gray' },
  warning: { words: 'Needs attention', color: 'orange' },
  failing: { words: 'Failing', color: 'red' },
};

/** Returns the first aspect in the health's worst state: aspects come with the most severe first. */
export function worstAspect(health: StoreHealth): HealthAspect | undefined {
  return health.state === 'ok' ? undefined : health.aspects.find(({ state }) => state === health.state);
}

export function statusOf(health: StoreHealth | null): { words: string; color: string } {
  if (!health) return { words: 'Disconnected', color: 'gray' };
  const worst = worstAspect(health);
  if (!worst) return { words: 'Connected', color: 'green' };
  if (worst.state !== 'failing') return STATES[worst.state];
  const cause = worst.aspect === 'shop' ? health.outage?.cause : null;
  return { ...STATES.failing, words: cause ? OUTAGES[cause] : FAILURES[worst.aspect] };
}
