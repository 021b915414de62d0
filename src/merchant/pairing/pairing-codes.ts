import { z } from 'zod';
import { toNotFoundError, toTooManyRequestsError } from '../../commerce/errors.ts';
import { nameOf } from '../../commerce/store/store.ts';
import { MINUTE_MS, toIso } from '../../commerce/time/time.ts';
import type { PairingCode } from '../../storage/repositories/stores/pairing-codes.ts';
import { findOrganizationForStore } from '../access.ts';
import { forAccount } from '../action.ts';
import { storeOrganization } from '../fields.ts';
import { requireAllStores } from '../identity/tokens.ts';
import type { DomainOf } from '../to-wire.ts';
import { type MerchantContext, toRecordedEntry } from '../visit.ts';

const pairingStateWire = z.object({
  status: z
    .enum(['waiting', 'checking', 'paired', 'refused', 'locked', 'expired'])
    .describe(
      '`refused`: the site could not be verified; fix what `refusal` names and try again with the same code.',
    ),
  tries_left: z.int(),
  expires_at: z.iso.datetime(),
  refusal: z.object({ reason: z.string(), message: z.string(), remedy: z.string() }).optional(),
  store: z
    .object({ slug: z.string(), name: z.string() })
    .optional()
    .describe('The paired store. Absent until the site is paired.'),
});

export type CodeState = DomainOf<typeof pairingStateWire>;

export const pairingEndpoints = [
  forAccount({
    id: 'createPairingCode',
    route: 'POST /pairing-codes',
    created: true,
    summary: 'Creates a six-digit code for the plugin on a WooCommerce site. It works once, for ten minutes.',
    input: z.object({ organization: storeOrganization }),
    output: z.object({
      id: z.uuid(),
      code: z.string().describe('Shown only once.'),
      expires_at: z.iso.datetime(),
    }),
    async run(visit, { organization }) {
      const { context, identity } = visit;
      requireAllStores(visit);
      const { account } = identity;
      const organizationId = await findOrganizationForStore(context, account, organization);
      const limit = { since: toIso(context.now() - CODE_LASTS_MS), admit: refuseAboveMax };
      const entry = toRecordedEntry(visit, 'pairing_code.issued');
      return issueCode(context, { accountId: account.id, organizationId, entry, limit });
    },
  }),

  forAccount({
    id: 'getPairingCode',
    route: 'GET /pairing-codes/{pairing_id}',
    summary: 'Returns the state of a code. Poll it every second or two while the merchant enters the code.',
    input: z.object({ pairing_id: z.string() }),
    output: pairingStateWire,
    async run({ context, identity }, { pairing_id }) {
      const state = await findCodeState(context, pairing_id, identity.account.id);
      if (!state) throw toNotFoundError('You have no pairing code with that id.');
      return state;
    },
  }),
];

export const CODE_LASTS_MS = 10 * MINUTE_MS;
/** Also the number of wrong attempts of one address that locks earlier codes for it. */
export const MAX_ATTEMPTS = 5;
const MAX_CODES = 20;

function refuseAboveMax(earlier: number): void {
  if (earlier < MAX_CODES) return;
  throw toTooManyRequestsError('You created too many codes. Try again in ten minutes.', CODE_LASTS_MS / 1000);
}

type NewCode = Omit<Parameters<MerchantContext['pairingCodes']['issue']>[0], 'now' | 'expiresAt'>;

/** Returns the code, which cannot be read again. Nulls: the code of an operator, whose store belongs to no organization. */
export function issueCode({ pairingCodes, now }: MerchantContext, request: NewCode) {
  return pairingCodes.issue({ ...request, now: toIso(now()), expiresAt: toIso(now() + CODE_LASTS_MS) });
}

/** Returns undefined for an unknown code, and for one of another account. */
export async function findCodeState(context: MerchantContext, id: string, accountId: string | null) {
  const code = await context.pairingCodes.find(id, accountId);
  if (!code) return undefined;
  const store = code.storeId === null ? undefined : await context.stores.findById(code.storeId);
  return {
    status: computeStatus(code, context.now()),
    triesLeft: Math.max(0, MAX_ATTEMPTS - code.attempts),
    expiresAt: code.expiresAt,
    refusal: code.refusal ?? undefined,
    store: store && { slug: store.slug, name: nameOf(store) },
  };
}

/** Longer than checking a site takes; a check older than this has crashed. */
const CHECK_LASTS_MS = 60_000;

const SMALLEST_JUMP_MS = 60_000;

/** True for a code created before the clock was set back: its expiry is unknown, so it counts as expired. */
export function isOfLater(createdAt: string, now: number): boolean {
  return Date.parse(createdAt) > now + SMALLEST_JUMP_MS;
}

/** A running check gets a grace period beyond the code's expiry. */
function computeStatus({ status, createdAt, expiresAt }: PairingCode, now: number): CodeState['status'] {
  if (status === 'paired' || status === 'locked') return status;
  if (isOfLater(createdAt, now)) return 'expired';
  const grace = status === 'checking' ? CHECK_LASTS_MS : 0;
  return Date.parse(expiresAt) + grace <= now ? 'expired' : status;
}
