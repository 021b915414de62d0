import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { anyDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { signUp } from '../../../testing/merchant.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { newCode, openSite, pressOnSite, setSiteFault, typeCode } from './at-pairing.ts';
import { listeningProxy } from './listening-proxy.ts';

it('a pairing, refused and then done, leaves no secret in the log, and none of the site’s in an answer', async (t) => {
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ PORT: String(port), SANDBOX: 'off', ALLOW_PRIVATE_ADDRESSES: 'on', LOG_LEVEL: 'trace', SECRET_KEY },
    DATABASE_URL: await anyDatabase.fresh(),
  };
  const service = spawn(process.execPath, ['src/main.ts', 'serve'], { env });
  let log = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (log += chunk));
  const baseUrl = `http://127.0.0.1:${port}`;
  t.after(async () => {
    service.kill();
    await once(service, 'close');
  });
  while (!(await fetch(`${baseUrl}/api/merchant/installation`).catch(() => undefined))?.ok)
    await Promise.race([once(service.stdout, 'data'), once(service, 'close')]);

  const [site, proxy] = [await openSite(), await listeningProxy(baseUrl)];
  t.after(() => Promise.all([site.close(), proxy.close()]));
  const { code } = await newCode(await signUp({ baseUrl }));
  setSiteFault(site, 'rest_blocked');
  await typeCode(site, proxy.url, code);
  setSiteFault(site, null);
  assert.equal((await typeCode(site, proxy.url, code)).ok, true);
  const [refused, paired] = proxy.heard;
  await pressOnSite(site, 'check');
  const body = paired?.asked as Record<string, string>;
  const answered = paired?.answered as { service_token: string; webhook: { secret: string } };
  const ofSite = [body.consumer_key, body.consumer_secret, body.connector_token];
  for (const secret of [...ofSite, answered.service_token, answered.webhook.secret])
    assert.ok(secret && !log.includes(secret), 'a secret is in the log');
  assert.ok(!log.includes(`"${code}"`), 'the code is in the log');
  assert.match(log, /api\/connector\/pair/, 'calls are logged');
  for (const secret of ofSite)
    for (const answer of [refused?.answered, paired?.answered])
      assert.ok(secret && !JSON.stringify(answer).includes(secret), 'an answer repeats a secret of the site');
});
