import type { ApiCall, ApiRoute } from '../api/api-routes.ts';
import { VERSIONS } from '../site.ts';
import { invalidParams, WordPressError } from '../wordpress-error.ts';
import type { Plugin } from './plugin.ts';

/** By which the service asks whether it is this very site, and says that it is paired no more. */
export function pairingRoutes(plugin: Plugin): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/health',
      permission: 'public',
      answer: ({ reply }) => {
        // A real site says nothing of the kind.
        reply.header('x-ucp-host-simulated', '1');
        const paired = plugin.isMet();
        return { status: paired ? 'ok' : 'not_paired', paired, connector_version: VERSIONS.connector };
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
  ];
}

function prove(plugin: Plugin, { query }: ApiCall): object {
  const challenge = String(query.challenge ?? '');
  if (!/^[\w-]{16,256}$/.test(challenge)) {
    throw invalidParams({ challenge: { code: 'rest_invalid_pattern', message: 'challenge is not valid.' } });
  }
  const proof = plugin.prove(challenge);
  if (proof === undefined) throw new WordPressError(404, 'ucp_host_not_pairing', 'This site is not pairing.');
  return { proof };
}
