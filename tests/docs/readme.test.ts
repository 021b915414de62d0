import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { setUpsFor } from '../../console/components/connect-agent/set-ups.ts';
import { describeDefault } from '../../src/settings/schema.ts';

const readme = await readFile('README.md', 'utf8');

describe('README.md', () => {
  it('keeps README.md within 90 lines, and says first what the service is', () => {
    assert.ok(readme.split('\n').length <= 91, 'more than 90 lines');
    const [, sentence = ''] = /^# ucp-host\n\n(.+?[.:])\s/s.exec(readme) ?? [];
    assert.match(sentence, /Universal Commerce Protocol/);
  });

  it('names the scripts that package.json has', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    const names = await scriptsNamedIn(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', '.github/**/*']);
    assert.ok(names.size > 12, [...names].join());
    assert.deepEqual(
      [...names].filter((name) => !(name in scripts)),
      [],
    );
  });
});

describe('the dev container', () => {
  it('gives the dev container the Node of package.json, the programs of CI and the ports of service and demo shops', async () => {
    const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
    const container = JSON.parse(await readFile('.devcontainer/devcontainer.json', 'utf8'));
    assert.equal(/:(\d+)/.exec(container.image)?.[1], /^>=(\d+)/.exec(engines.node)?.[1]);
    assert.equal(container.postCreateCommand, 'sudo .ci/programs && npm install');
    const port = Number(describeDefault('PORT'));
    assert.deepEqual(container.forwardPorts, [port, port + 1, port + 2, port + 3]);
  });
});

describe('docs/README.md', () => {
  it('leads to every page of docs/', async () => {
    const index = await readFile('docs/README.md', 'utf8');
    for await (const page of glob('docs/{*,proof/*}.md'))
      assert.ok(page === 'docs/README.md' || index.includes(`](${page.slice('docs/'.length)})`), page);
  });
});

describe('docs/connect-an-agent.md', () => {
  it('shows the set-up of each client as the console does', async () => {
    const page = squeezed(await readFile('docs/connect-an-agent.md', 'utf8'));
    const setUps = setUpsFor('good-mugs', 'http://127.0.0.1:8787/mcp/demo-shopify/mcp');
    for (const { client, code } of setUps.filter(({ inCloud, id }) => !inCloud && !/script|python/.test(id)))
      assert.ok(page.includes(squeezed(code)), client);
  });
});

function squeezed(text: string): string {
  return text.replaceAll(/\s/g, '');
}

async function scriptsNamedIn(patterns: string[]): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const file of glob(patterns, { withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = await readFile(`${file.parentPath}/${file.name}`, 'utf8');
    for (const [, name = ''] of text.matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*[a-z])/g)) names.add(name);
  }
  return names;
}
