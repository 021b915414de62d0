import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startServed } from './served.ts';

const TRY_TO_COMPILE = `process.on('SIGUSR2', () => {
  for (const compile of [() => new Function(''), () => Reflect.construct(setTimeout.constructor, ['']), () => (0, eval)('')])
    try { compile(); console.log('compiled'); } catch ({ message }) { console.log(message); }
});`;

for (const workers of ['1', '2'])
  it(`a service sells, and compiles no text once it is ready: --workers ${workers}`, async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(TRY_TO_COMPILE)}`;
    const settings = { SANDBOX: 'on', NODE_OPTIONS };
    const served = await startServed({
      databaseUrl: await anyDatabase.fresh(),
      args: ['--workers', workers],
      settings,
    });
    try {
      const agent = agentOf(served.baseUrl, 'demo-shopify');
      const { id } = await findVariant(agent, 'mug');
      assert.equal((await agent.createSession([id])).status, 201);
      served.signal('SIGUSR2');
      const refusals = () => served.said().match(/Code generation from strings disallowed/g)?.length ?? 0;
      await eventually(async () => refusals() === 3, 'every way to compile a text is refused');
      assert.doesNotMatch(served.said(), /^compiled$/m);
    } finally {
      await served.kill();
    }
  });
