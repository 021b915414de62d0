import { z } from 'zod';
import type { Caller } from '../../../commerce/call/caller.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import { createSharedRuns } from '../../../commerce/time/shared-runs.ts';
import { MINUTE_MS } from '../../../commerce/time/time.ts';
import { parseShopJson } from '../../parse-shop-json.ts';
import { readShape } from '../../read-shape.ts';
import type { Transport } from '../../transport/transport.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';
import { toOrigin } from '../credentials.ts';
import { createInvalidAnswerError, toFailureOfStatus } from './errors.ts';

type App = Record<'domain' | 'clientId' | 'clientSecret', string>;

type CachedToken = Awaited<ReturnType<typeof exchange>>;

/** Margin of renewal before the expiry, at most half of the lifetime. */
const MARGIN_MS = 10 * MINUTE_MS;

/** Obtains one-day tokens by the client credentials grant and keeps them in memory; a refused one is discarded. */
export function createClientTokens(app: App, transport: Transport, now = () => performance.now()) {
  let latest: CachedToken | undefined;
  const share = createSharedRuns<CachedToken>();

  return {
    /** Shares one exchange among concurrent callers; when an early renewal fails, the current token is used. */
    async getCurrent(caller: Caller) {
      const cached = latest;
      if (cached && now() < cached.renewAt) return cached.token;
      try {
        latest = await share(app.clientId, () => exchange(app, transport, caller, now()));
        return latest.token;
      } catch (error) {
        if (cached && cached === latest && now() < cached.endsAt) return cached.token;
        throw error;
      }
    },
    /** Returns true when another token can be obtained. */
    discardRefused(token: string) {
      if (latest?.token === token) latest = undefined;
      return true;
    },
  };
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** `askedAt`, `renewAt`, `endsAt`: milliseconds on the monotonic clock. */
async function exchange(app: App, transport: Transport, caller: Caller, askedAt: number) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  const response = await transport({
    operation: 'ExchangeClientCredentials',
    method: 'POST',
    url: `${toOrigin(app.domain)}/admin/oauth/access_token`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'x-request-id': caller.requestId,
    },
    body: body.toString(),
    repeatable: true,
    caller,
  });
  if ([400, 401, 403].includes(response.status)) throw toRefusalError(response);
  const failure = toFailureOfStatus({ name: 'Admin', domain: app.domain }, response);
  if (failure) throw failure;
  const answer = readShape(tokenAnswer, parseShopJson(response.text));
  if (!answer.success) throw createInvalidAnswerError(undefined);
  const livesMs = answer.data.expires_in * 1000;
  return {
    token: answer.data.access_token,
    renewAt: askedAt + Math.max(livesMs / 2, livesMs - MARGIN_MS),
    endsAt: askedAt + livesMs,
  };
}

/** Keyed by Shopify's error code; its own sentences are not passed on. */
const REASONS: Readonly<Record<string, string>> = {
  shop_not_permitted:
    'The app may not make tokens for this shop: app and shop must belong to the same organization. Make the app in the Dev Dashboard of the organization that owns the shop, or give an Admin API token.',
  app_not_installed:
    'The app is not installed on this shop. Install it from the Dev Dashboard, under the app: Install app.',
  invalid_client:
    'Shopify does not know this client id, or the secret belongs to another one. Copy both again from the Dev Dashboard, under the app: Settings.',
};

const DEFAULT_REASON =
  'Shopify does not accept the client id and secret for this shop. Copy both again from the Dev Dashboard, under the app: Settings, and check that the app is installed on the shop.';

function toRefusalError(response: UpstreamResponse): CommerceError {
  const body = readShape(z.object({ error: z.string() }), parseShopJson(response.text)).data;
  // Some refusals are HTML pages that contain the code.
  const word = Object.keys(REASONS).find((each) => body?.error === each || response.text.includes(each));
  const isKey = word === undefined || word === 'invalid_client';
  const extras = { refused: true, ...(isKey ? { wrong: 'key' as const } : {}) };
  return new CommerceError('platform_error', REASONS[word ?? ''] ?? DEFAULT_REASON, extras);
}
