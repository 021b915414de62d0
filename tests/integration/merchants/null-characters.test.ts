import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import type { MerchantEndpoint } from '../../../src/merchant/action.ts';
import { merchantApi } from '../../../src/merchant/index.ts';
import type { Answer, ErrorBody } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, organizationOf, signUp } from '../../../testing/merchant.ts';
import { SHOPIFY } from './activity.ts';

/** PostgreSQL stores no text with it, and refuses to look for one. */
const TEXT = 'a\u0000b';

withService('null characters in requests of merchants', (running) => {
  const merchant = forSuite(() => signUp(running));

  it('refuses null characters at every endpoint, with the name of the member', async () => {
    const organization = await organizationOf(merchant);
    let members = 0;
    for (const endpoint of merchantApi.endpoints)
      for (const member of textsOf(endpoint.input)) {
        const { status, body } = await send(merchant, endpoint, { organization, member });
        const of = `${endpoint.route} ${member}: ${JSON.stringify(body)}`;
        assert.deepEqual([status, body.code, body.details?.[0]?.path], [400, 'invalid_input', member], of);
        members += 1;
      }
    assert.ok(members > 200, `${members} members`);
  });

  it('refuses null characters within objects and long texts, and looks through the longest list of a body', async () => {
    const { status, body } = await merchant.put<ErrorBody>(`/stores/${SHOPIFY}/policy`, {
      rules: [{ id: 'one' }, { id: `${'x'.repeat(999)}\u0000` }],
    });
    assert.deepEqual([status, body.details?.[0]?.path], [400, 'rules.1.id']);
    const rules = Array.from({ length: 130_000 }, () => 0);
    const answer = await merchant.put<ErrorBody>(`/stores/${SHOPIFY}/policy`, { rules });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_input']);
  });
});

/** Members of an input that may be a text; `slug` and `organization_id` of a path are none. */
function textsOf(input: z.ZodObject): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, schema]) =>
    JSON.stringify(schema).includes('"string"') ? [name] : [],
  );
}

function send(
  merchant: Merchant,
  { route }: Pick<MerchantEndpoint, 'route'>,
  { organization, member }: { organization: string; member: string },
): Promise<Answer<ErrorBody>> {
  const [method, path = ''] = route.split(' ');
  const values: Record<string, string> = { slug: SHOPIFY, organization_id: organization, [member]: TEXT };
  const address = path.replaceAll(/\{(\w+)\}/g, (_text: string, name: string) =>
    encodeURIComponent(values[name] ?? 'x'),
  );
  const body = path.includes(`{${member}}`) ? {} : { [member]: TEXT };
  if (method === 'GET') return merchant.get<ErrorBody>(`${address}?${new URLSearchParams(body)}`);
  if (method === 'POST') return merchant.post<ErrorBody>(address, body);
  return method === 'PUT'
    ? merchant.put<ErrorBody>(address, body)
    : merchant.delete<ErrorBody>(address, body);
}
