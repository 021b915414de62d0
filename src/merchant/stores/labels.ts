import { z } from 'zod';
import { createMemberError, toConflictError } from '../../commerce/errors.ts';
import { forStore } from '../action.ts';
import { type AtStore, getNow, reread, toAuditEntry } from '../visit.ts';
import { storeAnswer, storeReply } from './store-wire.ts';

const MAX_LABELS = 10;

const label = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
    'must begin with a letter or digit, and have only letters, digits, spaces, dots, hyphens and underscores',
  );
const labels = z.array(label).max(MAX_LABELS).default([]);

export const labelEndpoints = [
  forStore({
    id: 'labelStore',
    route: 'POST /stores/{slug}/labels',
    summary:
      'Adds labels to a store and removes others. They group stores for your team; agents do not see them.',
    input: z.object({
      add: labels.describe('At most 10 labels in all, of up to 40 characters.'),
      remove: labels,
    }),
    output: storeReply,
    command: {
      name: 'stores label',
      summary: 'Add labels to a store, or remove them',
      examples: ['stores label my-store --add berlin --remove trial'],
      members: {
        add: ['--add <label>', 'label to add; repeat it for several'],
        remove: ['--remove <label>', 'label to remove; repeat it for several'],
      },
      prints: { done: ({ store }, { slug }) => `${slug} has ${store.labels.join(', ') || 'no labels'}.` },
    },
    inBulk: {
      id: 'labelStores',
      route: 'POST /stores/labels',
      summary: 'Label stores, or remove labels',
      example: 'label --add berlin shop-one shop-two',
      describeOutcome({ store }, before) {
        const isSame = before.labels.join() === store.labels.join();
        return [!isSame, store.labels.length > 0 ? `Labels: ${store.labels.join(', ')}.` : 'No labels.'];
      },
    },
    run: async (at, change) => storeAnswer(at, await changeLabels(at, change)),
  }),
];

/** Attempts of a change beside concurrent ones. */
const MAX_ATTEMPTS = 5;

/** Concurrent changes merge by label; idempotent. */
async function changeLabels(at: AtStore, { add, remove }: Record<'add' | 'remove', string[]>) {
  let { store } = at;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = store.labels;
    const others = before.filter((each) => !remove.includes(each));
    const after = [...new Set([...others, ...add])].toSorted();
    const tooMany = `must leave the store at most ${MAX_LABELS} labels; it has ${before.length}`;
    if (after.length > MAX_LABELS) throw createMemberError('add', tooMany);
    if (after.join() === before.join()) return store;
    const entry = toAuditEntry(at, 'store.labeled', { labels: after });
    if (await at.context.stores.setLabels(store.id, { before, after }, getNow(at), entry)) return reread(at);
    store = await reread(at);
  }
  throw toConflictError('The labels of the store are being changed by others. Try again.');
}
