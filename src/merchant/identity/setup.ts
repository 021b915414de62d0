import { z } from 'zod';
import { PLAYGROUND_AGENT } from '../../commerce/policy/agents.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { toDay } from '../../commerce/time/days.ts';
import { getPresentation } from '../../store-platforms/presentations.ts';
import type { AtStore } from '../visit.ts';

export const setupStepWire = z.object({
  id: z.enum(['connect', 'discovery', 'test_purchase', 'live']),
  title: z.string(),
  done: z.boolean(),
  detail: z.string(),
});

/** Steps of the setup guide, each completed by what happened at the store. */
export async function listSetupSteps({ context, store }: AtStore): Promise<z.output<typeof setupStepWire>[]> {
  const [reached, { live, purchase }] = await Promise.all([
    context.milestones.listOfStore(store.id),
    context.statistics.findFirsts(store.id),
  ]);
  const toStoreDay = (instant: string) => toDay(Date.parse(instant), timeZoneOf(store));
  const connected = store.disconnectedAt === null;
  const foundAt = reached.discovery_reachable;
  return [
    {
      id: 'connect',
      title: 'Connect the store',
      done: connected,
      detail: connected
        ? `Connected on ${toStoreDay(store.connectedAt)}.`
        : 'The store is disconnected, so agents cannot find it. Reconnect it in Settings.',
    },
    {
      id: 'discovery',
      title: 'Let agents find it on a domain of yours',
      done: foundAt !== undefined,
      detail: foundAt
        ? `Your domain was verified on ${toStoreDay(foundAt)}.`
        : getPresentation(store.platform).discovery,
    },
    {
      id: 'test_purchase',
      title: 'Make a test purchase',
      done: purchase !== undefined,
      detail: purchase
        ? `The first verified order ${purchase.agent === PLAYGROUND_AGENT ? 'from the playground ' : ''}was placed on ${toStoreDay(purchase.at)}.`
        : 'Act as an agent in the playground: search, create a session, pay, and complete it.',
    },
    {
      id: 'live',
      title: 'Go live',
      done: live !== undefined,
      detail: live
        ? `An agent created its first ${live.what} on ${toStoreDay(live.at)}.`
        : 'Waiting for the first session or cart of a real agent.',
    },
  ];
}
