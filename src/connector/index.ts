import { z } from 'zod';
import { mapSwitches } from '../commerce/store/capabilities.ts';
import { nameOf, type Store } from '../commerce/store/store.ts';
import { type PairingOutcome, type PairingRequest, pairSite } from '../merchant/pairing/pair-site.ts';
import { checkPairingState, leavePairing, type PairingState } from '../merchant/pairing/paired-site.ts';
import { getUcpUrl, PROFILE_PATH } from '../protocols/ucp/profile/links.ts';
import { type ConnectorEndpoint, type ConnectorReply, toConnectorEndpoint } from './endpoint.ts';
import { pairRequest } from './schemas.ts';

/** Endpoints of a site's plugin (connectors/woocommerce/wire.schema.json). */
export const connectorEndpoints: ConnectorEndpoint[] = [
  toConnectorEndpoint({
    route: 'POST /pair',
    input: pairRequest,
    run: async (call, input) =>
      pairReply(await pairSite(call, toPairingRequest(input)), call.context.baseUrl()),
  }),
  toConnectorEndpoint({
    route: 'GET /status',
    input: z.object({}),
    run: async (call) => ({
      status: 200,
      body: toStatusBody(await checkPairingState(call, call.token), call.context.baseUrl()),
    }),
  }),
  toConnectorEndpoint({
    route: 'POST /unpair',
    input: z.object({}),
    async run(call) {
      await leavePairing(call, call.token);
      return { status: 200, body: { unpaired: true } };
    },
  }),
];

function toPairingRequest({ versions, settings, ...input }: z.output<typeof pairRequest>): PairingRequest {
  return {
    code: input.code,
    siteUrl: input.site_url,
    restUrl: input.rest_url,
    consumerKey: input.consumer_key,
    consumerSecret: input.consumer_secret,
    connectorToken: input.connector_token,
    versions,
    settings: { permalinks: settings.permalinks, ssl: settings.ssl, comingSoon: settings.coming_soon },
  };
}

/** Same answer for a wrong, used, expired and locked code, which must be indistinguishable. */
const REFUSED: ConnectorReply = {
  status: 401,
  body: {
    code: 'pairing_refused',
    error: 'This code cannot be used. Make a new one in the console, and type it within ten minutes.',
  },
};

function pairReply(outcome: PairingOutcome, baseUrl: string): ConnectorReply {
  if (outcome.kind === 'refused') return REFUSED;
  if (outcome.kind === 'not_possible') {
    const { reason, message, remedy } = outcome.refusal;
    return { status: 409, body: { code: 'pairing_not_possible', reason, error: message, remedy } };
  }
  const { store, serviceToken, webhookSecret } = outcome;
  return {
    status: 201,
    body: {
      service_name: 'ucp-host',
      service_url: baseUrl,
      store: { slug: store.slug, name: nameOf(store) },
      service_token: serviceToken,
      webhook: { address: `${baseUrl}/webhooks/${store.slug}`, secret: webhookSecret },
      ...buildUrls(store, baseUrl),
      capabilities: mapSwitches((name) => store.switches[name]),
    },
  };
}

function toStatusBody(
  { store, refusal, checkedAt, lastEventAt, health }: PairingState,
  baseUrl: string,
): object {
  return {
    paired: true,
    store: {
      slug: store.slug,
      name: nameOf(store),
      status: store.disconnectedAt === null ? 'connected' : 'disconnected',
    },
    capabilities: mapSwitches((name) => store.switches[name]),
    ...buildUrls(store, baseUrl),
    reaches_site: {
      ok: refusal === undefined,
      checked_at: checkedAt,
      message: refusal?.message ?? 'The service reaches the site, and its keys are good.',
      ...(refusal ? { remedy: refusal.remedy } : {}),
    },
    last_event_at: lastEventAt,
    health: health && {
      state: health.state,
      aspects: health.aspects.map(({ aspect, state, since, reason, remedy }) => {
        return { aspect, state, since, reason, remedy };
      }),
    },
  };
}

/** The service's own URLs even for stores with custom domains: the site proxies to them. */
function buildUrls(store: Store, baseUrl: string) {
  return {
    manifest_url: `${baseUrl}/api/ucp/${store.slug}`,
    profile_url: getUcpUrl({ store, baseUrl }) + PROFILE_PATH,
  };
}
