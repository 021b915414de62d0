import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { renderLinks } from '../render/links.ts';
import { apiUrl, naive, type Site, siteTime } from '../site.ts';
import { ping } from '../webhooks/deliver.ts';
import type { Webhook, WebhookList } from '../webhooks/webhook-list.ts';
import { WordPressError } from '../wordpress-error.ts';
import type { ApiCall, ApiRoute } from './api-routes.ts';
import { chosenFields, paged, readPage } from './listing.ts';

const RESOURCES = ['coupon', 'customer', 'order', 'product'];
const EVENTS = ['created', 'updated', 'deleted', 'restored'];

/** Write-only secret. */
const webhookInput = z.object({
  name: z.string().optional(),
  status: z.enum(['active', 'paused', 'disabled']).optional(),
  topic: z.string().optional(),
  delivery_url: z.string().optional(),
  secret: z.string().optional(),
});

/** Stores webhooks in memory and pings new ones. */
export function webhookRoutes(site: Site, webhooks: WebhookList): ApiRoute[] {
  const path = '/webhooks/:id';
  return [
    { method: 'GET', path: '/webhooks', permission: 'list', answer: (call) => list(site, webhooks, call) },
    {
      method: 'POST',
      path: '/webhooks',
      permission: 'create',
      answer: (call) => create(site, webhooks, call),
    },
    { method: 'GET', path, permission: 'view', answer: (call) => render(site, webhooks.find(call.id)) },
    {
      method: ['PUT', 'POST'],
      path,
      permission: 'edit',
      answer: (call) => render(site, webhooks.save(changed(webhooks.find(call.id), call.body))),
    },
    { method: 'DELETE', path, permission: 'delete', answer: (call) => remove(site, webhooks, call) },
  ];
}

function list(site: Site, webhooks: WebhookList, call: ApiCall): object[] {
  const page = paged(site, call, webhooks.newestFirst(), readPage(call));
  return page.map((webhook) => chosenFields(call, render(site, webhook)));
}

async function create(site: Site, webhooks: WebhookList, call: ApiCall): Promise<object> {
  const webhook = webhooks.save(changed(newWebhook(webhooks.nextId()), call.body));
  await ping(webhook);
  call.reply.code(201).header('Location', apiUrl(site, `/webhooks/${webhook.id}`));
  return render(site, webhook);
}

/** Webhooks have no trash, so only a forced deletion works. */
function remove(site: Site, webhooks: WebhookList, call: ApiCall): object {
  const webhook = webhooks.find(call.id);
  if (call.query.force !== 'true' && call.query.force !== '1') throw noTrash();
  webhooks.remove(webhook.id);
  return render(site, webhook);
}

function newWebhook(id: number): Webhook {
  const now = new Date().toISOString();
  const secret = randomBytes(25).toString('hex');
  const blank = { topic: '', deliveryUrl: '', secret, failures: 0, createdAt: now, updatedAt: now };
  return { id, name: `Webhook created on ${now.slice(0, 10)}`, status: 'active', ...blank };
}

function changed(before: Webhook, body: unknown): Webhook {
  const parsed = webhookInput.safeParse(body ?? {});
  if (!parsed.success) {
    throw new WordPressError(400, 'rest_invalid_param', 'Invalid parameter(s)');
  }
  const { name, status, topic, delivery_url: deliveryUrl, secret } = parsed.data;
  const after: Webhook = {
    ...before,
    name: name ?? before.name,
    status: status ?? before.status,
    topic: topic ?? before.topic,
    deliveryUrl: deliveryUrl ?? before.deliveryUrl,
    secret: secret ?? before.secret,
    updatedAt: new Date().toISOString(),
  };
  checkTopic(after.topic);
  checkUrl(after.deliveryUrl);
  return after;
}

function checkTopic(topic: string): void {
  const [resource = '', event = '', ...rest] = topic.split('.');
  const isTopic = RESOURCES.includes(resource) && EVENTS.includes(event) && rest.length === 0;
  if (isTopic || (resource === 'action' && event !== '')) return;
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
    date_created: siteTime(site, webhook.createdAt),
    date_created_gmt: created,
    date_modified: siteTime(site, webhook.updatedAt),
    date_modified_gmt: modified,
    _links: renderLinks(apiUrl(site, `/webhooks/${webhook.id}`), apiUrl(site, '/webhooks')),
  };
}
