import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { merchantOf, PASSWORD, signUp, tokenIn } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

const EMAIL = 'ann@shop.example';
const COMMON = ['password12', 'Password123', '1234567890', 'qwertyuiop', 'aaaaaaaaaa', 'abababababab'];

onEveryDatabase('a common password', (database) => {
  const server = forSuite(() => startMailServer());
  const running = forSuite(() => startTestService({ database, platforms: [], settings: server.settings }));

  it('refuses a common password at sign-up, change and reset, and on the command line', async () => {
    const stranger = merchantOf(running);
    for (const password of COMMON) {
      const answer = await stranger.post<ErrorBody>('/sign-up', { email: EMAIL, name: 'Ann', password });
      assert.equal(answer.status, 400, password);
      assert.match(answer.body.error, /^password is one of the first that others would guess/);
    }
    const merchant = await signUp(running, { email: EMAIL });
    const change = { current_password: PASSWORD, new_password: 'password12' };
    const changed = await merchant.post<ErrorBody>('/password', change);
    assert.deepEqual([changed.status, changed.body.details?.[0]?.path], [400, 'new_password']);
    await stranger.post('/password-reset', { email: EMAIL });
    await running.service.backgroundWork.drain();
    const token = tokenIn(/http\S+reset-password#\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '');
    const reset = (new_password: string) =>
      stranger.post<ErrorBody>('/password-reset/confirm', { token, new_password });
    const refused = await reset('password12');
    assert.deepEqual([refused.status, refused.body.details?.[0]?.path], [400, 'new_password']);
    assert.equal((await reset('a few words in a row')).status, 200, 'the link was not spent');
    const add = ['users', 'add', '--email', 'ben@shop.example', '--name', 'Ben', '--password-stdin'];
    for (const args of [add, ['users', 'reset-password', EMAIL, '--password-stdin']]) {
      const { code, out } = await commandLine(running.databaseUrl, args, 'password12');
      assert.deepEqual([code, /first that others would guess/.test(out)], [1, true], out);
    }
  });
});
