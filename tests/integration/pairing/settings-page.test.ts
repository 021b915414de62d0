import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startUnpairedSite } from '../../../simulated-shops/demo-stores.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { newCode, openService, signUp } from './at-pairing.ts';

it('the settings page of the simulated site pairs, tests and unpairs with a form, as a merchant does', async (t) => {
  const running = await openService(anyDatabase);
  const { shop, settingsPage } = await startUnpairedSite(0, { serviceUrl: () => running.baseUrl });
  t.after(async () => {
    await running.close();
    await shop.close();
  });
  const press = async (fields: Record<string, string>) => {
    const answer = await fetch(settingsPage, { method: 'POST', body: new URLSearchParams(fields) });
    return answer.text();
  };
  const merchant = await signUp(running);
  const { code } = await newCode(merchant);
  const empty = await (await fetch(settingsPage)).text();
  assert.match(empty, /Not paired\./);
  assert.ok(empty.includes(`value="${running.baseUrl}"`), 'the service that started it is proposed');
  assert.match(await press({ action: 'pair', service: running.baseUrl, code: '000 000' }), /cannot be used/);
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
  const paired = await press({ action: 'pair', service: `${running.baseUrl}/`, code: typed });
  assert.match(paired, /role="status"[^>]*>This shop is paired with/);
  assert.match(paired, /<strong>unpaired-goods<\/strong>/);
  assert.match(await press({ action: 'check' }), /The service reaches the site/);
  assert.match(await press({ action: 'unpair' }), /paired no more[\s\S]*Not paired\./);
});
