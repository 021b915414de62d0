import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { promisify, stripVTControlCharacters } from 'node:util';
import { start } from '../../src/cli/serve/serve.ts';
import { renderWelcome } from '../../src/cli/serve/welcome.ts';
import { readConfig } from '../../src/settings/config.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { pluck } from '../../testing/pluck.ts';
import { withoutProgram } from '../../testing/programs.ts';
import { assertLikeExample, readElided } from './elided-json.ts';

const GUIDE = await readFile('docs/quickstart.md', 'utf8');
const [, purchase = ''] = /\n## A first purchase\n(.+?)\n## /s.exec(GUIDE) ?? [];
const blocks = (language: string) =>
  [...purchase.matchAll(new RegExp(`^\`\`\`${language}\\n(.+?)\\n\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  );

const SEPARATOR = '=====';
/** Replaces the reader's browser and its "Pay now". */
const PAY = `curl -s -o /dev/null -X POST "$(printf '%s' "$ANSWER" | node -p 'JSON.parse(fs.readFileSync(0)).continue_url')"`;

describe('the first purchase of docs/quickstart.md', () => {
  const settings = { PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' };
  const running = forSuite(() => start(readConfig(settings)));

  it('follows the output of the start', async () => {
    const [, example] = /^```\n( {2}ucp-host.+?)\n```$/ms.exec(GUIDE) ?? [];
    const ports = [
      running.baseUrl,
      ...running.demoStores.map(({ shop }) => shop.url),
      running.unpaired?.shop.url,
    ];
    const printed = ports.reduce<string>(
      (text, address, index) => text.replaceAll(address ?? '', `http://127.0.0.1:${8787 + index}`),
      stripVTControlCharacters(await renderWelcome(running)),
    );
    assert.equal(example, printed.replace(/^\n+|\n+$/g, ''));
  });

  for (const shell of ['sh', 'bash'])
    it(`runs as it is written, twice in a row, and answers what it shows (${shell})`, {
      skip: withoutProgram(shell, shell) || withoutProgram('curl', 'curl'),
    }, async () => {
      const commands = blocks('sh').map((text) => text.replaceAll('http://127.0.0.1:8787', running.baseUrl));
      const examples = blocks('json').map(readElided);
      assert.deepEqual([commands.length, examples.length], [5, 4]);
      const [search = '', create = '', wait = '', ...rest] = commands;
      const script = [search, create, `${PAY}\n${wait}`, ...rest].join(`\necho; echo ${SEPARATOR}\n`);
      for (let time = 0; time < 2; time += 1) {
        const { stdout } = await promisify(execFile)(shell, ['-euc', script], { timeout: 60_000 });
        const answers = stdout.split(SEPARATOR).map((text) => text.trim());
        assert.equal(answers.length, 5, stdout);
        answers.splice(2, 1);
        for (const [index, example] of examples.entries())
          assertLikeExample(JSON.parse(answers[index] ?? ''), example, `answer ${index + 1}`);
      }
    });

  it('buys what never sells out', () => {
    const products = running.demoStores.flatMap(({ shop }) => shop.control.products);
    const variants = products.flatMap((product) => product.variants).filter(({ id }) => id === 1001);
    assert.ok(purchase.includes('gid://shopify/ProductVariant/1001'));
    assert.deepEqual(pluck(variants, 'stock'), [null, null]);
  });
});
