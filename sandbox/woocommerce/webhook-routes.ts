import { z } from 'zod';
import type { ApiCall, ApiRoute } from './api-routes.ts';
import { chosenFields, paged, readPage } from './listing.ts';
import { renderLinks } from './render-links.ts';
import { apiUrl, naive, type Site } from './site.ts';
import { WordPressError } from './wordpress-error.ts';

interface Webhook {
  id: number;
  name: string;
  status: 'active' | 'paused' | 'disabled';
  topic: string;
  deliveryUrl: string;
  createdAt: string;
  updatedAt: string;
}

const RESOURCES = ['coupon', 'customer', 'order', 'product'];
const EVENTS = ['created', 'updated', 'deleted', 'restored'];

/** The secret is taken and never told again. */
const webhookInput = z.object({
  name: z.string().optional(),
  status: z.enum(['active', 'paused', 'disabled']).optional(),
  topic: z.string().optional(),
  delivery_url: z.string().optional(),
  secret: z.string().optional(),
});

/** Webhooks are kept in memory; nothing is delivered to them. */
export function webhookRoutes(site: Site): ApiRoute[] {
  const webhooks = new Map<number, Webhook>();
  let lastId = 0;
  const find = (id: number): Webhook => {
    const webhook = webhooks.get(id);
    if (webhook) return webhook;
    throw new WordPressError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
  };
  const save = (call: ApiCall, before: Webhook): object => {
    const webhook = changed(before, call.body);
    webhooks.set(webhook.id, webhook);
    return render(site, webhook);
  };
  const path = '/webhooks/:id';
  return [
    {
      method: 'GET',
      path: '/webhooks',
      permission: 'list',
      answer: (call) =>
        paged(site, call, [...webhooks.values()].toReversed(), readPage(call)).map((each) =>
          chosenFields(call, render(site, each)),
        ),
    },
    {
      method: 'POST',
      path: '/webhooks',
      permission: 'create',
      answer: (call) => {
        const created = save(call, newWebhook(lastId + 1));
        lastId += 1;
        call.reply.code(201).header('Location', apiUrl(site, `/webhooks/${lastId}`));
        return created;
      },
    },
    { method: 'GET', path, permission: 'view', answer: (call) => render(site, find(call.id)) },
    {
      method: ['PUT', 'POST'],
      path,
      permission: 'edit',
      answer: (call) => save(call, find(call.id)),
    },
    {
      method: 'DELETE',
      path,
      permission: 'delete',
      answer: (call) => {
        const webhook = find(call.id);
        if (call.query.force !== 'true' && call.query.force !== '1') throw noTrash();
        webhooks.delete(webhook.id);
        return render(site, webhook);
      },
    },
  ];
}

function newWebhook(id: number): Webhook {
  const now = new Date().toISOString();
  const blank = { topic: '', deliveryUrl: '', createdAt: now, updatedAt: now };
  return { id, name: `Webhook created on ${now.slice(0, 10)}`, status: 'active', ...blank };
}

function changed(before: Webhook, body: unknown): Webhook {
  const parsed = webhookInput.safeParse(body ?? {});
  if (!parsed.success) {
    throw new WordPressError(400, 'rest_invalid_param', 'Invalid parameter(s)');
  }
  const { name, status, topic, delivery_url: deliveryUrl } = parsed.data;
  const after: Webhook = {
    ...before,
    name: name ?? before.name,
    status: status ?? before.status,
    topic: topic ?? before.topic,
    deliveryUrl: deliveryUrl ?? before.deliveryUrl,
    updatedAt: new Date().toISOString(),
  };
  checkTopic(after.topic);
  checkUrl(after.deliveryUrl);
  return after;
}

function checkTopic(topic: string): void {
  const [resource = '', event = '', ...rest] = topic.split('.');
  const known = RESOURCES.includes(resource) && EVENTS.includes(event) && rest.length === 0;
  if (known || (resource === 'action' && event !== '')) return;
  const message = 'Webhook topic must be valid.';
  throw new WordPressError(400, 'woocommerce_rest_shop_webhook_invalid_topic', message);
}

function checkUrl(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  const message = 'Webhook delivery URL must be a valid URL starting with http:// or https://.';
  throw new WordPressError(400, 'woocommerce_rest_shop_webhook_invalid_delivery_url', message);
}

function noTrash(): WordPressError {
  const message = 'Webhooks do not support trashing.';
  return new WordPressError(501, 'woocommerce_rest_trash_not_supported', message);
}

function render(site: Site, webhook: Webhook): object {
  const [resource = '', event = ''] = webhook.topic.split('.');
  const created = naive(webhook.createdAt);
  const modified = naive(webhook.updatedAt);
  return {
    id: webhook.id,
    name: webhook.name,
    status: webhook.status,
    topic: webhook.topic,
    resource,
    event,
    hooks: resource === 'action' ? [event] : [`woocommerce_${event}_${resource}`],
    delivery_url: webhook.deliveryUrl,
    date_created: created,
    date_created_gmt: created,
    date_modified: modified,
    date_modified_gmt: modified,
    _links: renderLinks(apiUrl(site, `/webhooks/${webhook.id}`), apiUrl(site, '/webhooks')),
  };
}
