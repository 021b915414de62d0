import { z } from 'zod';
import { TOKEN_SCOPES } from '../../commerce/roles.ts';
import { actorOf } from '../../merchants/merchant-context.ts';
import { dropToken, makeToken, tokensOf } from '../../merchants/tokens.ts';
import { forAccount, type MerchantEndpoint } from './endpoint.ts';
import { wholeList } from './lists.ts';
import { shortName } from './names.ts';
import { toWire } from './to-wire.ts';

export const tokenWire = z.object({
  id: z.uuid(),
  name: z.string(),
  stores: z
    .array(z.string())
    .nullable()
    .describe('Slugs of the stores that it gives access to. Null: all of the account’s.'),
  scope: z
    .enum(TOKEN_SCOPES)
    .describe('`read`: it changes nothing. `manage`: all that the account may do at these stores.'),
  expires_at: z.iso.datetime().nullable().describe('Null: it does not expire.'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Precise to the minute.'),
});

export const tokenEndpoints: MerchantEndpoint[] = [
  forAccount(
    wholeList({
      rest: 'GET /tokens',
      summary: 'Lists the account’s API tokens, newest first. The tokens themselves are not stored.',
      inPerson: true,
      row: tokenWire,
      items: async ({ context, identity }) =>
        (await tokensOf(context, identity.account.id)).map((token) => toWire(tokenWire, token)),
    }),
  ),

  forAccount({
    rest: 'POST /tokens',
    summary: 'Creates an API token for all stores of the account or for some. It is shown only once.',
    inPerson: true,
    needs: 'read',
    input: z.object({
      name: shortName.describe('Purpose of the token.'),
      stores: z
        .array(z.string())
        .min(1)
        .max(1_000)
        .optional()
        .describe('Slugs. Omitted: all of the account’s stores.'),
      scope: z.enum(TOKEN_SCOPES, 'must be read or manage').optional().describe('Omitted: manage.'),
      expires_in_days: z
        .int('must be a whole number of days')
        .min(1)
        .max(3_650)
        .optional()
        .describe('Omitted: it does not expire.'),
    }),
    output: tokenWire.extend({ token: z.string().describe('Send it as Authorization: Bearer …') }),
    async run(visit, input) {
      const { expires_in_days: days, ...wanted } = input;
      const { context, identity } = visit;
      const made = await makeToken(context, identity.account, { ...wanted, days }, actorOf(visit));
      return { created: true, body: { ...toWire(tokenWire, made), token: made.secret } };
    },
  }),

  forAccount({
    rest: 'DELETE /tokens/{token_id}',
    summary: 'Revokes a token, effective immediately.',
    inPerson: true,
    needs: 'read',
    input: z.object({ token_id: z.string() }),
    run: (visit, { token_id }) => dropToken(visit.context, visit.identity.account, token_id, actorOf(visit)),
  }),
];
