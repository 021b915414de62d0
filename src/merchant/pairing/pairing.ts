import { z } from 'zod';
import { forAccount, type MerchantEndpoint } from '../action.ts';
import { storeOrganization } from '../names.ts';
import { toWire } from '../to-wire.ts';
import { type CodeState, issuePairingCode, readPairingCode } from './pairing-codes.ts';

const pairingCodeWire = z.object({
  id: z.uuid(),
  code: z.string().describe('Shown only once.'),
  expires_at: z.iso.datetime(),
});

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

export const pairingEndpoints: MerchantEndpoint[] = [
  forAccount({
    id: 'createPairingCode',
    rest: 'POST /pairing-codes',
    created: true,
    summary: 'Creates a six-digit code for the plugin on a WooCommerce site. It works once, for ten minutes.',
    tag: 'pairing',
    input: z.object({ organization: storeOrganization }),
    output: pairingCodeWire,
    async run(visit, { organization }) {
      const { id, code, expiresAt } = await issuePairingCode(visit, organization);
      return { body: { id, code, expires_at: expiresAt } };
    },
  }),

  forAccount({
    id: 'getPairingCode',
    rest: 'GET /pairing-codes/{pairing_id}',
    summary: 'Returns the state of a code. Poll it every second or two while the merchant enters the code.',
    tag: 'pairing',
    input: z.object({ pairing_id: z.string() }),
    output: pairingStateWire,
    run: async (visit, { pairing_id }) => ({ body: toStateWire(await readPairingCode(visit, pairing_id)) }),
  }),
];

function toStateWire(state: CodeState): z.output<typeof pairingStateWire> {
  const { attemptsLeft, refusal, store } = state;
  return toWire(pairingStateWire, {
    ...state,
    triesLeft: attemptsLeft,
    refusal: refusal ?? undefined,
    store: store ?? undefined,
  });
}
