import { z } from 'zod';
import type { ApiCall, ApiRoute } from '../api/api-routes.ts';
import { type Site, VERSIONS } from '../site.ts';
import { invalidParams, WordPressError } from '../wordpress-error.ts';
import type { Plugin } from './plugin.ts';
import type { WantedWebhooks } from './plugin-webhooks.ts';

/** Routes for the proof of pairing and for unpairing. */
export function pairingRoutes(site: Site, plugin: Plugin): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/health',
      permission: 'public',
      answer: () => {
        const paired = plugin.isMet();
        return {
          status: paired ? 'ok' : 'not_paired',
          paired,
          coming_soon: site.fault === 'coming_soon',
          connector_version: VERSIONS.connector,
        };
      },
    },
    { method: 'GET', path: '/pairing-proof', permission: 'connector', answer: (call) => prove(plugin, call) },
    {
      method: 'POST',
      path: '/unpair',
      permission: 'connector',
      answer: () => {
        plugin.forget();
        return { unpaired: true };
      },
    },
    {
      method: 'POST',
      path: '/webhooks/mend',
      permission: 'connector',
      answer: (call) => plugin.mendWebhooks(wantedOf(site, call)),
    },
    {
      method: 'POST',
      path: '/webhooks/remove',
      permission: 'connector',
      answer: async (call) => ({ removed: await plugin.removeWebhooks(wantedOf(site, call)) }),
    },
  ];
}

const wantedWebhooks = z.object({ address: z.url(), secret: z.string().min(16) });

/** Throws the plugin's 404 for a manually created key, whose service manages webhooks itself. */
function wantedOf(site: Site, { request, body }: ApiCall): WantedWebhooks {
  const [key = ''] = Buffer.from(
    String(request.headers['x-ucp-authorization'] ?? request.headers.authorization ?? '').slice(6),
    'base64',
  )
    .toString()
    .split(':');
  if (!site.pluginKeys.has(key)) throw notPairing();
  const parsed = wantedWebhooks.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidParams({
    address: { code: 'rest_invalid_param', message: 'address and secret are required.' },
  });
}

function notPairing(): WordPressError {
  return new WordPressError(404, 'ucp_host_not_pairing', 'This site is not pairing.');
}

function prove(plugin: Plugin, { query }: ApiCall): object {
  const challenge = String(query.challenge ?? '');
  if (!/^[\w-]{16,256}$/.test(challenge)) {
    throw invalidParams({ challenge: { code: 'rest_invalid_pattern', message: 'challenge is not valid.' } });
  }
  const proof = plugin.prove(challenge);
  if (proof === undefined) throw notPairing();
  return { proof };
}
