import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createMerchantClient, type InputOf, type OperationName } from '../../client/index.ts';
import { clientTypes } from '../../packaging/client-types.ts';
import { consoleBounds } from '../../packaging/console-bounds.ts';
import type { ApiDescription } from '../../src/openapi/description.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestService } from '../../testing/test-service.ts';

const CLIENT = new URL('../../client/', import.meta.url);
const readme = await readFile(new URL('README.md', CLIENT), 'utf8');
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

describe('the package of the client', () => {
  let token: string;
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  before(async () => {
    const merchant = await signUp(running);
    token = (await merchant.post<{ token: string }>('/tokens', { name: 'scripts' })).body.token;
  });

  for (const [file, write] of [
    ['schema.generated.ts', clientTypes],
    ['../console/bounds.generated.ts', consoleBounds],
  ] as const)
    it(`matches ${file} of the client’s package with the description of the API`, async () => {
      const text = await readFile(new URL(file, CLIENT), 'utf8');
      assert.equal(text, write(await describedApi()), 'run npm run client:types');
    });

  async function describedApi(): Promise<ApiDescription> {
    const description = await fetch(`${running.baseUrl}/openapi.json`);
    return (await description.json()) as ApiDescription;
  }

  it('repeats a post of an agent after a lost answer where it creates nothing', async () => {
    const { paths } = await describedApi();
    const posts = Object.entries(paths).flatMap(([path, { post }]) =>
      path.startsWith('/api/ucp/') && post && !path.endsWith('/mcp') ? [post] : [],
    );
    assert.ok(posts.length > 5);
    for (const { operationId, responses } of posts)
      assert.equal(await isRepeated(operationId as OperationName), !('201' in responses), operationId);
  });

  async function isRepeated(operation: OperationName): Promise<boolean> {
    let calls = 0;
    const client = createMerchantClient({
      baseUrl: 'http://service.test',
      maxRetries: 1,
      sleep: async () => {},
      fetch: async () => {
        calls += 1;
        return new Response(JSON.stringify({ error: 'no', code: 'platform_error' }), { status: 502 });
      },
    });
    await assert.rejects(client.call(operation, { slug: 'store', body: {} } as InputOf<OperationName>));
    return calls > 1;
  }

  /** Runs an example of the README against the running service, and returns what it prints. */
  async function run(code: string): Promise<string[]> {
    await using folder = await temporaryFolder();
    const lines: string[] = [];
    const provided = { log: (line: string) => void lines.push(line), sendToBuyer: payCheckout, token };
    Object.assign(globalThis, { provided });
    const runnable = code
      .replace("'@ucp-host/client'", JSON.stringify(new URL('index.ts', CLIENT).href))
      .replace("'http://127.0.0.1:8787'", JSON.stringify(running.baseUrl))
      .replace(/^declare function (\w+).*$/m, 'const $1 = globalThis.provided.$1;')
      .replace("process.env.UCP_HOST_TOKEN ?? ''", 'globalThis.provided.token')
      .replaceAll('console.log', 'globalThis.provided.log');
    const file = folder.file('example.ts');
    await writeFile(file, runnable);
    await import(pathToFileURL(file).href);
    return lines;
  }

  it('includes an example in the client’s README that buys', async () => {
    const [total, order] = await run(examples[0] ?? '');
    assert.match(total ?? '', /^\d+ USD$/);
    assert.match(order ?? '', /^confirmed: \d+ USD$/);
  });

  it('includes an example in the client’s README that reads an error', async () => {
    assert.deepEqual(await run(examples[1] ?? ''), [
      'line_items.0.quantity must be an integer from 1 to 9999',
    ]);
  });

  it('includes an example in the client’s README of a script for a merchant', async () => {
    const lines = await run(examples[2] ?? '');
    assert.equal(examples.length, 3);
    assert.ok(lines.includes('demo-woocommerce: 0 orders'), `${lines}`);
  });

  it('throws unauthenticated for an unknown token', async () => {
    const stranger = createMerchantClient({ baseUrl: running.baseUrl, token: 'unknown' });
    await assert.rejects(stranger.call('listStores', {}), { status: 401, code: 'unauthenticated' });
  });

  it('throws unauthenticated without a token and a session', async () => {
    const stranger = createMerchantClient({ baseUrl: running.baseUrl });
    await assert.rejects(stranger.call('listStores', {}), { status: 401, code: 'unauthenticated' });
  });

  it('returns the URL of a read with its path and query', () => {
    const { urlOf } = createMerchantClient({ baseUrl: 'https://agents.example/' });
    assert.equal(
      urlOf('getStoreProduct', {
        slug: 'ann-mugs',
        product_id: 'gid://shopify/Product/1',
        from: '2026-11-01',
      }),
      'https://agents.example/api/merchant/stores/ann-mugs/products/gid%3A%2F%2Fshopify%2FProduct%2F1?from=2026-11-01',
    );
  });
});
