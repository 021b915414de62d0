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
  /** False when there is none. */
  remove(id: number | undefined): boolean;
}

const FIRST_ID = 9001;

export function createWebhookList(): WebhookList {
  let subscriptions: WebhookSubscription[] = [];
  let nextId = FIRST_ID;
  return {
    all: () => subscriptions,
    add(subscription) {
      if (subscriptions.some((each) => likeness(each) === likeness(subscription))) return undefined;
      const added = { ...subscription, id: nextId++, createdAt: new Date().toISOString() };
      subscriptions.push(added);
      return added;
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
