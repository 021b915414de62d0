import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Site, VERSIONS } from '../site.ts';
import type { WebhookList } from '../webhooks/webhook-list.ts';
import { mendWebhooks, removeWebhooks, type WantedWebhooks, type WebhookReport } from './plugin-webhooks.ts';

const pairAnswer = z.object({
  service_name: z.string(),
  service_url: z.string(),
  store: z.object({ slug: z.string(), name: z.string() }),
  service_token: z.string(),
  webhook: z.object({ address: z.string(), secret: z.string() }),
  manifest_url: z.string(),
  profile_url: z.string().optional(),
  capabilities: z.record(z.string(), z.boolean()),
});

const refusal = z.object({ error: z.string(), code: z.string().catch(''), remedy: z.string().optional() });

type Paired = z.infer<typeof pairAnswer> & { attempt: Attempt };

/** Pairing attempt: six digits for one service, with the secrets made for them. */
interface Attempt {
  of: string;
  connectorToken: string;
  consumerKey: string;
  consumerSecret: string;
}

/** Result of a button, as shown to the merchant. */
export interface PluginMessage {
  ok: boolean;
  message: string;
  remedy?: string;
}

/** State that outlives the site's process. */
export interface KeptPlugin {
  paired: Paired | null;
  met: boolean;
  attempt: Attempt | null;
}

/** The plugin's own actions: pair, check, unpair. */
export interface Plugin {
  kept(): KeptPlugin;
  paired(): Paired | null;
  /** True once a service has used a key with write permission, manually created or paired. */
  meet(): void;
  isMet(): boolean;
  pair(service: string, code: string): Promise<PluginMessage>;
  /** Checks with the service; removes the pairing when the service has. */
  check(): Promise<PluginMessage>;
  /** Notifies the service, and cleans up whatever it answers. */
  leave(): Promise<PluginMessage>;
  /** Handles unpairing by the service. */
  forget(): void;
  /** Runs one request at a time, pairing included, so that each topic has one webhook. */
  mendWebhooks(target: WantedWebhooks): Promise<WebhookReport>;
  removeWebhooks(target: WantedWebhooks): Promise<string[]>;
  /** Undefined before pairing has begun. */
  prove(challenge: string): string | undefined;
}

const TIMEOUT_MS = 30_000;

export function createPlugin(site: Site, webhooks: WebhookList, before?: KeptPlugin): Plugin {
  let paired = before?.paired ?? null;
  let met = before?.met ?? false;
  /** Stored until its outcome is known: after a lost answer the same attempt is repeated. */
  let attempt = before?.attempt ?? null;
  let turn: Promise<unknown> = Promise.resolve();

  /** Stands for the plugin's lock in the database. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  function forget(): void {
    if (paired) removeWebhooks(webhooks, paired.webhook);
    endAttempt();
    paired = null;
    met = false;
  }

  function endAttempt(): void {
    if (attempt) site.pluginKeys.delete(attempt.consumerKey);
    attempt = null;
  }

  function beginAttempt(of: string): Attempt {
    if (attempt?.of === of) return attempt;
    endAttempt();
    const hex = () => randomBytes(20).toString('hex');
    attempt = {
      of,
      connectorToken: randomBytes(32).toString('base64url'),
      consumerKey: `ck_${hex()}`,
      consumerSecret: `cs_${hex()}`,
    };
    site.pluginKeys.set(attempt.consumerKey, attempt.consumerSecret);
    return attempt;
  }

  async function pair(service: string, code: string): Promise<PluginMessage> {
    const of = `${service} ${code}`;
    if (paired?.attempt.of === of) return pairedWith(service, paired);
    const attempt = beginAttempt(of);
    const answer = await call(`${service}/api/connector/pair`, { body: pairRequest(site, code, attempt) });
    // The service may have paired in spite of the error.
    if (!answer || answer.status >= 500) return answer ? refused(answer.body) : unreachable(service);
    const read = pairAnswer.safeParse(answer.body);
    if (answer.status === 201 && read.success) return begin(service, { ...read.data, attempt });
    endAttempt();
    return refused(answer.body);
  }

  async function begin(service: string, begun: Paired): Promise<PluginMessage> {
    if (paired) site.pluginKeys.delete(paired.attempt.consumerKey);
    paired = begun;
    attempt = null;
    await mendWebhooks(webhooks, begun.webhook);
    return pairedWith(service, begun);
  }

  async function check(): Promise<PluginMessage> {
    if (!paired) return { ok: false, message: 'This shop is not paired.' };
    const answer = await call(`${paired.service_url}/api/connector/status`, { token: paired.service_token });
    if (!answer) return unreachable(paired.service_url);
    if (answer.status !== 401) return reachesSite(answer.body);
    forget();
    return { ok: false, message: 'This shop is not paired any more: it was removed at the service.' };
  }

  async function leave(): Promise<PluginMessage> {
    if (!paired) return { ok: false, message: 'This shop is not paired.' };
    const { service_url: service, service_token: token } = paired;
    const answer = await call(`${service}/api/connector/unpair`, { token, body: {} });
    site.pluginKeys.delete(paired.attempt.consumerKey);
    forget();
    return answer?.status === 200
      ? { ok: true, message: 'This shop is paired no more.' }
      : { ok: true, message: 'This shop is paired no more. The service could not be told.' };
  }

  function prove(challenge: string): string | undefined {
    const token = attempt?.connectorToken ?? paired?.attempt.connectorToken;
    if (token === undefined) return undefined;
    const key = site.fault === 'copy' ? `the copy's own, not ${token}` : token;
    return createHmac('sha256', key)
      .update(`${challenge}\n${siteUrl(site)}`)
      .digest('hex');
  }

  const meet = () => {
    met = true;
  };
  return {
    kept: () => ({ paired, met, attempt }),
    paired: () => paired,
    meet,
    isMet: () => met || paired !== null,
    pair: (service, code) => inTurn(() => pair(service, code)),
    mendWebhooks: (target) => inTurn(() => mendWebhooks(webhooks, target)),
    removeWebhooks: (target) => inTurn(async () => removeWebhooks(webhooks, target)),
    check,
    leave,
    forget,
    prove,
  };
}

/** Home address as WordPress gives it. */
function siteUrl(site: Site): string {
  return site.fault === 'plain_http' ? 'http://shop.example' : site.origin();
}

function pairRequest(site: Site, code: string, attempt: Attempt): object {
  const { fault } = site;
  const { consumerKey, consumerSecret, connectorToken } = attempt;
  return {
    code,
    site_url: siteUrl(site),
    site_name: site.settings.name,
    rest_url: `${siteUrl(site)}/${fault === 'plain_permalinks' ? '?rest_route=/' : 'wp-json/'}`,
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
    connector_token: connectorToken,
    versions: { ...VERSIONS, woocommerce: woocommerceVersion(site), php: '8.2.0' },
    settings: {
      permalinks: fault === 'plain_permalinks' ? 'plain' : 'pretty',
      ssl: false,
      coming_soon: fault === 'coming_soon',
    },
  };
}

function woocommerceVersion({ fault }: Site): string {
  return fault === 'old_woocommerce' ? '8.1.3' : VERSIONS.woocommerce;
}

async function call(
  url: string,
  { token, body }: { token?: string; body?: object },
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

function pairedWith(service: string, { store }: Paired): PluginMessage {
  return { ok: true, message: `This shop is paired with ${service} as ${store.slug}.` };
}

function unreachable(service: string): PluginMessage {
  return { ok: false, message: `The service at ${service} did not answer.` };
}

function refused(body: unknown): PluginMessage {
  const { data } = refusal.safeParse(body);
  const message = data?.error ?? 'The service answered something that this plugin does not understand.';
  return { ok: false, message, ...(data?.remedy === undefined ? {} : { remedy: data.remedy }) };
}

const statusAnswer = z.object({
  reaches_site: z.object({ ok: z.boolean(), message: z.string(), remedy: z.string().optional() }),
});

function reachesSite(body: unknown): PluginMessage {
  const { data } = statusAnswer.safeParse(body);
  if (!data) return refused(body);
  const { ok, message, remedy } = data.reaches_site;
  return { ok, message, ...(remedy === undefined ? {} : { remedy }) };
}
