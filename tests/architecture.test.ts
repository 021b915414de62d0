import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { HOSTING_DOMAINS, PLATFORM_NAMES } from '../src/store-platforms/presentations.ts';
import { importsOf, type SourceImport } from '../testing/imports.ts';

const PORT = 'store-platforms/store-platform.ts';
const PLATFORM_PARTS =
  'store-platforms/access-diagnostics.ts store-platforms/shop-url.ts store-platforms/deliveries.ts ' +
  'store-platforms/parse-shop-json.ts store-platforms/read-shape.ts store-platforms/tracking-links.ts ' +
  'store-platforms/webhook-signature.ts ' +
  `type:store-platforms/platform-kind.ts type:store-platforms/presentation.ts type:${PORT} type:store-platforms/transport`;

/**
 * Imports that each folder of `src`, and the search, may make beside its own: folders, files, packages and `node` for its modules; `type:`
 * before what it may only name types of. The longest name of a folder counts. One that is not here may import nothing.
 */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  'main.ts': 'cli',
  'service.ts': 'composition merchant observability storage type:settings',
  'built-files.ts': 'node',
  cli:
    'service.ts built-files.ts feeds merchant operations protocols commerce wire ../search/index.ts settings outbound storage ' +
    'store-platforms/presentations.ts node commander zod',
  composition:
    'built-files.ts accounts agent-platforms commerce connector events http jobs merchant observability openapi operations outbound protocols ' +
    'limits request-log ../search/index.ts settings storage store-platforms webhooks node lru-cache',

  http:
    `commerce connector feeds merchant openapi operations protocols settings signatures type:agent-platforms type:observability limits type:request-log ` +
    'type:store-platforms/platform-kind.ts node fastify @fastify/static',
  openapi: 'commerce events limits merchant protocols store-platforms/presentations.ts wire node zod',
  protocols: `commerce operations settings wire type:request-log zod`,
  'protocols/ucp': 'protocols commerce operations ../search/index.ts signatures wire node zod',

  merchant:
    `accounts commerce events feeds limits operations protocols wire ../search/index.ts type:outbound type:storage/repositories type:${PORT} ` +
    'store-platforms/pairing.ts store-platforms/presentations.ts store-platforms/presentation.ts node lru-cache zod',
  connector: 'commerce merchant protocols zod',
  accounts: 'commerce storage/engine node @simplewebauthn/server @zxcvbn-ts/language-common',

  operations: `commerce feeds limits ../search/index.ts type:storage type:${PORT} store-platforms/presentations.ts node lru-cache`,
  jobs:
    `commerce feeds limits operations outbound ../search/index.ts type:storage type:${PORT} store-platforms/around-platform.ts ` +
    'type:store-platforms/pairing.ts node',
  webhooks: 'commerce limits type:jobs type:storage/repositories type:store-platforms/platform-kind.ts node',
  events: 'commerce outbound type:storage/repositories node zod',
  'agent-platforms':
    'commerce limits outbound protocols/ucp signatures type:operations type:storage/repositories wire node lru-cache zod',

  feeds: 'commerce ../search/index.ts store-platforms/presentations.ts',

  signatures: 'node zod structured-headers',
  '../search': 'lru-cache',
  commerce: '',
  'commerce/policy/policy.ts': 'commerce ../search/index.ts',
  'commerce/product/item-codes.ts': 'commerce ../search/index.ts',
  wire: 'zod',

  'store-platforms': 'commerce type:limits wire node lru-cache zod',
  'store-platforms/shopify': `commerce ${PLATFORM_PARTS} node zod`,
  'store-platforms/woocommerce': `commerce ${PLATFORM_PARTS} store-platforms/pairing.ts node zod html-to-text`,
  'store-platforms/transport': 'commerce limits outbound node html-to-text',

  storage: 'commerce kysely lru-cache node pg',
  /** Values of commerce are names, defaults and forms of a row: a rule or a text for people is handed in. */
  'storage/repositories':
    'storage/engine storage/tables storage/maintenance type:commerce commerce/checkout/buyer-steps.ts commerce/checkout/cart.ts ' +
    'commerce/time/days.ts commerce/errors.ts commerce/job/job-names.ts commerce/merchant/email-address.ts commerce/merchant/organization-limits.ts commerce/order/events.ts ' +
    'commerce/order/order.ts commerce/policy/agents.ts commerce/policy/store-policy.ts commerce/product/catalog-limits.ts ' +
    'commerce/product/item-codes.ts commerce/product/products.ts commerce/product/sales.ts commerce/store/store.ts commerce/text/normalize-text.ts ' +
    'commerce/text/snake-case.ts commerce/text/words-of.ts commerce/time/time.ts kysely node',
  outbound: 'commerce limits node nodemailer openid-client',
  settings: 'commerce ../search/index.ts node zod ../package.json',
  'request-log': 'commerce type:storage/repositories node',
  limits: 'commerce type:storage/repositories lru-cache',
  observability:
    `commerce type:protocols type:storage/repositories type:store-platforms/transport node pino prom-client ` +
    '@opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace',
};

/** Imports of two commands from other workspaces. */
const OUTSIDE = ['cli: ../client/index.ts', 'cli: ../simulated-shops/demo-stores.ts'];

describe('imports in src and search', () => {
  let byFolder: Map<string | undefined, Import[]>;
  before(async () => {
    const imports = await importsIn('{search,src}/**/*.ts');
    byFolder = Map.groupBy(imports, ({ from }) => folderOf(from));
    assert.ok(imports.length > 3_000, `${imports.length} imports were found`);
  });

  for (const folder of Object.keys(MAY_IMPORT))
    it(`lead from ${folder} only to what the table allows`, () => {
      const own = byFolder.get(folder) ?? [];
      assert.ok(own.length > 0, 'it has none');
      assert.deepEqual(own.filter(isRefused).map(inWords), []);
    });

  it('come from folders of the table only', () => {
    assert.deepEqual(byFolder.get(undefined) ?? [], []);
  });

  it('allows no folder in MAY_IMPORT an import that it does not use', () => {
    const unused = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) =>
      allowed
        .split(' ')
        .filter((entry) => entry !== '' && !byFolder.get(folder)?.some((each) => covers(entry, each)))
        .map((entry) => `${folder}: ${entry}`),
    );
    assert.deepEqual(unused, []);
  });
});

describe('the table of imports', () => {
  for (const [from, to, isType] of [
    ['commerce/money/money.ts', 'zod', false],
    ['commerce/order/order.ts', 'settings/config.ts', true],
    ['../search/search.ts', 'commerce/product/products.ts', true],
    ['operations/catalog/ranked-list.ts', '../search/search.ts', true],
    ['operations/checkout/create-checkout.ts', 'storage/repositories/stores/stores.ts', false],
    ['operations/checkout/create-checkout.ts', 'store-platforms/shopify/index.ts', true],
    ['store-platforms/shopify/index.ts', 'store-platforms/woocommerce/index.ts', true],
    ['protocols/invoke.ts', 'fastify', true],
    ['storage/repositories/jobs/outages.ts', 'commerce/time/backoff.ts', false],
    ['storage/repositories/identity/accounts.ts', 'commerce/merchant/account-refusals.ts', false],
    ['http/server.ts', 'storage/repositories/stores/stores.ts', true],
    ['new-folder/new-file.ts', 'commerce/money/money.ts', true],
  ] as const)
    it(`refuses ${to} in ${from}`, () => assert.ok(isRefused({ from, to, isType })));
});

/** Rooms of a folder from the lowest to the highest: a file may import from its own room and from lower ones. */
const ROOMS: Readonly<Record<string, string>> = {
  operations: 'call store catalog cart order checkout',
  'storage/repositories': 'rows identity jobs events stores catalog shopping activity',
  http: 'hosts requests limits agents merchants',
  cli: 'shell declare serve demo doctor commands',
  '../search': 'language indexing query ranking',
  'protocols/ucp': 'profile negotiation content fulfillment catalog permalink checkout order cart',
};

const MAX_FILES = 26;

describe('rooms', () => {
  for (const [folder, names] of Object.entries(ROOMS))
    it(`lists the rooms of ${folder}, which import only from lower rooms`, async () => {
      const rooms = names.split(' ');
      const roomOf = (file: string) => rooms.indexOf(relative(folder, file).split('/')[0] ?? '');
      const folders = globSync(`${join('src', folder)}/*/`, { exclude: isBuilt }).map((room) =>
        relative(join('src', folder), room),
      );
      assert.deepEqual(folders.toSorted(), rooms.toSorted());
      const imports = await importsIn(`${join('src', folder)}/*/**/*.ts`);
      const upward = imports.filter(({ from, to }) => isIn(to, folder) && roomOf(to) > roomOf(from));
      assert.deepEqual(upward.map(inWords), []);
    });

  it(`keeps every folder of src and search within ${MAX_FILES} files`, () => {
    const files = globSync('{search,src}/**/*.*', { exclude: isBuilt });
    const sizes = Object.entries(Object.groupBy(files, dirname)).map(([folder, { length = 0 } = []]) => ({
      folder,
      length,
    }));
    assert.ok(sizes.length > 60);
    assert.deepEqual(
      sizes.filter(({ length }) => length > MAX_FILES),
      [],
    );
  });
});

describe('the record of a call', () => {
  /** An assignment to a member of the caller or of its log: protocols declare what the log needs, operations add it through `caller.ts`. */
  const ASSIGNMENT =
    /\b(?:callLog|caller|policyRecord|facts)(?:\?\.\w+|\.\w+)+ (?:\?\?|\|\||&&)?= |\bObject\.assign\(/;

  it('keeps protocols and operations from assigning to the record of a call', async () => {
    const files = globSync('src/{protocols,operations}/**/*.ts');
    assert.ok(files.length > 100);
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
    );
    assert.deepEqual(
      texts.filter(({ text }) => ASSIGNMENT.test(text)).map(({ file }) => file),
      [],
    );
  });

  it('would be found out', () => {
    for (const line of [
      'context.callLog.country = input.country;',
      'caller.agent ??= PERMALINK_AGENT;',
      'context.callLog.policyRecord.facts.value = value;',
    ])
      assert.match(line, ASSIGNMENT);
  });
});

describe('repositories', () => {
  /** A duration, a clock, or an error that is worded here. */
  const POLICY = /\b(?:[A-Z]+_)+MS\b|\bnew Date\b|\bDate\.now\b|\bnew CommerceError\b/;

  it('hold no duration, read no clock and word no error for people', async () => {
    const files = globSync('src/storage/repositories/**/*.ts');
    assert.ok(files.length > 50);
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
    );
    assert.deepEqual(
      texts.filter(({ text }) => POLICY.test(text)).map(({ file }) => file),
      [],
    );
  });

  it('would be found out', () => {
    for (const line of [
      'const RETRY_MS = 2_000;',
      'const at = new Date(ms);',
      "throw new CommerceError('conflict')",
    ])
      assert.match(line, POLICY);
  });
});

/**
 * A new platform is a folder in `src` and one in the console with a line for each: elsewhere its name is neither compared, looked up nor
 * handed to a function, and neither are domains of its hosting. Demo shops, settings and texts may say it, and the schema of the
 * connector API, whose plugin reports its version under that name.
 */
describe('names of store platforms', () => {
  const names = PLATFORM_NAMES.join('|');
  const domains = HOSTING_DOMAINS.map((domain) => domain.replace('.', '\\\\?\\.')).join('|');
  /**
   * `=== 'shopify'`, `'shopify' ===`, `case 'shopify'`, `'shopify' | …`, `= 'shopify'`, `shopify:`, `['shopify']`, `isOf('shopify'`,
   * `versions.shopify` and `myshopify.com`, the latter also in a regular expression.
   */
  const BRANCH = new RegExp(
    `[=|]\\s*'(?:${names})'|'(?:${names})'\\s*(?:[=!]==|\\|)|case '(?:${names})'|^\\s*'?(?:${names})'?:|[[(]'(?:${names})'[\\],)]|\\w\\.(?:${names})\\b|\\b(?:${domains})\\b`,
  );
  const COMMENT = /^\s*(?:\/?\*|\/\/)/;
  const ITS_OWN = new RegExp(
    `/(?:platforms|store-platforms)/(?:(?:${names})/|(?:index|presentations)\\.ts$)`,
  );

  for (const folder of ['src', 'console'])
    it(`keeps ${folder} from branching on the names of store platforms`, async () => {
      const files = globSync(`${folder}/**/*.{ts,tsx}`, { exclude: isBuilt });
      const others = files.filter((file) => !ITS_OWN.test(file));
      const branches = await Promise.all(others.map(branchesIn));
      assert.ok(others.length > 100);
      assert.deepEqual(branches.flat(), []);
    });

  async function branchesIn(file: string): Promise<string[]> {
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines
      .filter((line) => BRANCH.test(line) && !COMMENT.test(line))
      .map((line) => `${file}: ${line.trim()}`);
  }

  it('would be found', () => {
    const branches = [
      "if (platform === 'shopify')",
      "type Platform = 'shopify' | 'woocommerce';",
      "  shopify: 'Shopify',",
      "if (isOf('shopify', id))",
      'const { woocommerce } = { woocommerce: versions.woocommerce };',
      "host.endsWith('.myshopify.com')",
      'const HOSTED = /myshopify\\.com$/;',
    ];
    assert.deepEqual(
      branches.filter((line) => !BRANCH.test(line)),
      [],
    );
  });
});

it('docs/architecture.md has every folder of src in its map', async () => {
  const map = await readFile('docs/architecture.md', 'utf8');
  const folders = globSync('src/*/').filter((folder) => !/node_modules/.test(folder));
  assert.ok(folders.length > 20);
  assert.deepEqual(
    folders.filter((folder) => !map.includes(`\`${relative('src', folder)}/\``)),
    [],
  );
});

it('nothing outside of tests imports them', async () => {
  const folders =
    'bench,cards,client,conformance,connectors,console,packaging,rehearsal,search,simulated-shops,src,testing';
  const imports = await importsIn(`{${folders}}/**/*.{ts,tsx}`);
  assert.deepEqual(imports.filter(({ to }) => to.startsWith('../tests/')).map(inWords), []);
});

it('the search has one door, beside which only its tests, benches and word lists import it', async () => {
  const folders =
    'cards,client,conformance,connectors,console,packaging,rehearsal,simulated-shops,src,testing';
  const imports = await importsIn(`{${folders}}/**/*.{ts,tsx}`);
  const parts = imports.filter(({ to }) => isIn(to, '../search') && to !== '../search/index.ts');
  assert.deepEqual([...new Set(parts.map(({ from }) => from))], ['../packaging/write-common-words.ts']);
});

it('the console knows the merchant API by its client alone', async () => {
  const imports = await importsIn('console/**/*.{ts,tsx}');
  assert.ok(imports.some(({ to }) => to === '../client/index.ts'));
  const ofWires = imports.filter(({ to }) => /^\.\.\/src\/(?:merchant|protocols)\//.test(to));
  assert.deepEqual(ofWires.map(inWords), []);
});

/** Names are relative to `src`; modules of Node are `node`, packages have their names. */
type Import = Pick<SourceImport, 'from' | 'to' | 'isType'>;

async function importsIn(pattern: string): Promise<Import[]> {
  const files = globSync(pattern, { exclude: isBuilt });
  const imports = await Promise.all(files.map(async (file) => importsOf(file, await readFile(file, 'utf8'))));
  return imports.flat().map(({ from, to, isFile, isType }) => ({
    from: relative('src', from),
    to: isFile ? relative('src', to) : to.replace(/^node:.*/, 'node'),
    isType,
  }));
}

function isBuilt(name: string): boolean {
  return /(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(name);
}

function folderOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((folder) => isIn(file, folder))
    .toSorted((one, other) => other.length - one.length)[0];
}

function isRefused({ from, to, isType }: Import): boolean {
  const folder = folderOf(from);
  if (folder === undefined) return true;
  if (isIn(to, folder) || OUTSIDE.includes(`${folder}: ${to}`)) return false;
  return !MAY_IMPORT[folder]?.split(' ').some((entry) => covers(entry, { from, to, isType }));
}

function covers(entry: string, { to, isType }: Import): boolean {
  const name = entry.replace(/^type:/, '');
  return (isType || name === entry) && isIn(to, name);
}

function isIn(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function inWords({ from, to, isType }: Import): string {
  return `${from} imports ${isType ? 'types of ' : ''}${to}`;
}
