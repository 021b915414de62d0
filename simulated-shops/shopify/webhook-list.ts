export interface WebhookSubscription {
  id: number;
  topic: string;
  uri: string;
  format: 'JSON' | 'XML';
  filter: string | null;
  includeFields: string[];
  createdAt: string;
}

export interface WebhookList {
  all(): WebhookSubscription[];
  /** Undefined when there is one like it. */
  add(subscription: Omit<WebhookSubscription, 'id' | 'createdAt'>): WebhookSubscription | undefined;
  find(id: number | undefined): WebhookSubscription | undefined;
  /** False when there is another one like that. */
  change(subscription: WebhookSubscription, to: Partial<WebhookSubscription>): boolean;
  /** False when there is none. */
  remove(id: number | undefined): boolean;
}

const FIRST_ID = 9001;

export function createWebhookList(before: readonly WebhookSubscription[] = []): WebhookList {
  let subscriptions = [...before];
  let nextId = Math.max(FIRST_ID, ...before.map(({ id }) => id + 1));
  return {
    all: () => subscriptions,
    add(subscription) {
      if (subscriptions.some((each) => likeness(each) === likeness(subscription))) return undefined;
      const added = { ...subscription, id: nextId++, createdAt: new Date().toISOString() };
      subscriptions.push(added);
      return added;
    },
    find: (id) => subscriptions.find((each) => each.id === id),
    change(subscription, to) {
      const likes = likeness({ ...subscription, ...to });
      if (subscriptions.some((each) => each !== subscription && likeness(each) === likes)) return false;
      Object.assign(subscription, to);
      return true;
    },
    remove(id) {
      const before = subscriptions.length;
      subscriptions = subscriptions.filter((each) => each.id !== id);
      return subscriptions.length < before;
    },
  };
}

function likeness(subscription: Omit<WebhookSubscription, 'id' | 'createdAt'>): string {
  const { topic, uri, format, filter } = subscription;
  return JSON.stringify([topic, uri, format, filter]);
}
