import { z } from 'zod';
import { mapSwitches } from '../commerce/store/capabilities.ts';
import { nameOf, type Store } from '../commerce/store/store.ts';
import { type PairingOutcome, type PairingRequest, pairSite } from '../merchant/pairing/pair-site.ts';
import { checkPairingState, leavePairing, type PairingState } from '../merchant/pairing/paired-store.ts';
import type { Visit } from '../merchant/visit.ts';
import { getUcpUrl, PROFILE_PATH } from '../protocols/ucp/profile/links.ts';

interface ConnectorCall extends Visit {
  /** Token issued at pairing; undefined when the call carries none. */
  token: string | undefined;
}

interface ConnectorReply {
  status: 200 | 201 | 401 | 409;
  body: object;
}

export interface ConnectorEndpoint {
  /** Below `/api/connector`. */
  route: `${'GET' | 'POST'} /${string}`;
  input: z.ZodObject;
  run(call: ConnectorCall, input: unknown): Promise<ConnectorReply>;
}

const createTextSchema = (maxLength: number) =>
  z.string('must be a text').max(maxLength, `must have ${maxLength} characters at most`);

/** Accepts missing versions: some WordPress plugins hide them. */
const version = createTextSchema(50)
  .nullish()
  .transform((text) => text ?? '');

const siteUrl = createTextSchema(2_000)
  .regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/, 'must be the address of the site, http or https')
  .refine((url) => URL.canParse(url), 'must be an address');

/** Characters of WooCommerce's keys; the site itself refuses an unknown key. */
const key = createTextSchema(200).regex(
  /^[\x21-\x39\x3b-\x7e]+$/,
  'must be printable characters without spaces or colons',
);

const pairRequest = z.object({
  code: createTextSchema(20)
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
  site_url: siteUrl,
  site_name: createTextSchema(500).catch(''),
  rest_url: createTextSchema(2_000),
  consumer_key: key,
  consumer_secret: key,
  connector_token: createTextSchema(128).regex(
    /^[\w-]{32,128}$/,
    'must be 32 to 128 letters, digits, "-" and "_"',
  ),
  versions: z.object({ wordpress: version, woocommerce: version, php: version, connector: version }),
  settings: z.object({ permalinks: z.enum(['pretty', 'plain']), ssl: z.boolean(), coming_soon: z.boolean() }),
});

/** Endpoints of a site's plugin (connectors/woocommerce/wire.schema.json). */
export const connectorEndpoints: ConnectorEndpoint[] = [
  {
    route: 'POST /pair',
    input: pairRequest,
    run: async (call, input) =>
      pairReply(await pairSite(call, toPairingRequest(input)), call.context.baseUrl()),
  },
  {
    route: 'GET /status',
    input: z.object({}),
    run: async (call) => ({
      status: 200,
      body: toStatusBody(await checkPairingState(call, call.token), call.context.baseUrl()),
    }),
  },
  {
    route: 'POST /unpair',
    input: z.object({}),
    async run(call) {
      await leavePairing(call, call.token);
      return { status: 200, body: { unpaired: true } };
    },
  },
];

/** The transport, the only caller, has validated the request. */
function toPairingRequest(request: unknown): PairingRequest {
  const { versions, settings, ...input } = request as z.output<typeof pairRequest>;
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

function toStatusBody(state: PairingState, baseUrl: string): object {
  const { store, refusal, checkedAt, lastEventAt, health } = state;
  const status = store.disconnectedAt === null ? 'connected' : 'disconnected';
  return {
    paired: true,
    store: { slug: store.slug, name: nameOf(store), status },
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
      aspects: health.aspects.map(({ aspect, state: condition, since, reason, remedy }) => {
        return { aspect, state: condition, since, reason, remedy };
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
