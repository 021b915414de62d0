import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkDiscovery } from '../../../src/merchant/discovery/check-discovery.ts';
import type { Diagnostic } from '../../../src/merchant/discovery/diagnostic.ts';
import type { Probed } from '../../../src/outbound/guarded-fetch/ask-whole.ts';
import { readManifest } from '../../../src/protocols/contract/read-manifest.ts';
import { pluck } from '../../../testing/pluck.ts';

const STORE = 'https://ucp.example/api/ucp/mugs';

function manifestOf(
  storeUrl = STORE,
  version = '2026-04-08',
  capabilities = ['catalog', 'checkout', 'cart'],
) {
  return {
    ucp: {
      version,
      services: { 'dev.ucp.shopping': { transport: 'rest/1.0', endpoint: storeUrl } },
      capabilities: Object.fromEntries(capabilities.map((name) => [`dev.ucp.shopping.${name}`, { version }])),
      payment_handlers: {
        redirect: { type: 'dev.ucp.payment.redirect', redirect_url: `${storeUrl}/checkout-sessions` },
      },
    },
  };
}

const GOOD_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
};

const OFFICIAL = {
  ucp: {
    version: '2026-08-25',
    services: {
      'dev.ucp.shopping': [
        { version: '2026-08-25', transport: 'mcp', endpoint: 'https://mugs.example/api/ucp/mcp' },
      ],
    },
    capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-08-25' }] },
  },
};

const OFFICIAL_STORE = 'https://ucp.example/ucp/mugs';
const PROFILE = `${OFFICIAL_STORE}/.well-known/ucp`;
const LEAF = `${PROFILE}/2026-04-08`;

function profileOf({ version = '2026-08-25', endpoint = OFFICIAL_STORE, kid = 'a key' } = {}) {
  const older = version === '2026-08-25' ? { supported_versions: { '2026-04-08': LEAF } } : {};
  return {
    ucp: {
      version,
      ...older,
      services: { 'dev.ucp.shopping': [{ version, transport: 'rest', endpoint }] },
      capabilities: { 'dev.ucp.shopping.checkout': [{ version }] },
      payment_handlers: {},
    },
    keys: [{ kid, kty: 'EC' }],
  };
}

type Scripted =
  | { status?: number; headers?: Record<string, string>; body?: unknown; tooLarge?: boolean }
  | Probed;

function answered(scripted: Scripted): Probed {
  if ('kind' in scripted) return scripted;
  const { status = 200, headers = GOOD_HEADERS, body = manifestOf(), tooLarge = false } = scripted;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answer', status, headers: new Headers(headers), text, tooLarge };
}

async function check(scripts: Record<string, Scripted> | Scripted, platform = 'woocommerce') {
  const urls: string[] = [];
  const expected = {
    own: {
      manifestUrl: STORE,
      storeUrls: [STORE],
      version: '2026-04-08',
      capabilities: readManifest(manifestOf()).capabilities,
    },
    official: {
      manifestUrl: PROFILE,
      storeUrls: [OFFICIAL_STORE],
      version: '2026-08-25',
      capabilities: readManifest(profileOf()).capabilities,
      keyIds: ['a key'],
    },
  };
  const probe = async (url: string) => {
    urls.push(url);
    const all = scripts as Record<string, Scripted>;
    const script = all[url] ?? (Object.keys(all).some((key) => key.startsWith('http')) ? undefined : scripts);
    assert.ok(script, `nobody said what ${url} answers`);
    return answered(script as Scripted);
  };
  const report = await checkDiscovery({ probe, expected, platform }, 'mugs.example');
  return { ...report, urls };
}

const URL_OF_SHOP = 'https://mugs.example/.well-known/ucp';

function worst(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ level }) => level !== 'ok');
}

describe('a discovery check of a shop’s domain', () => {
  it('finds nothing to say against the manifest itself with all that agents ask for', async () => {
    const { ok, strict, url, diagnostics } = await check({});
    assert.deepEqual([ok, strict, url], [true, true, URL_OF_SHOP]);
    assert.deepEqual(worst(diagnostics), []);
    assert.deepEqual(pluck(diagnostics, 'check'), [
      'status',
      'manifest',
      'store',
      'version',
      'content_type',
      'caching',
      'cors',
    ]);
  });

  it('finds nothing to say against the official profile either, in all its versions', async () => {
    const { ok, strict, diagnostics, urls } = await check({
      [URL_OF_SHOP]: { body: profileOf() },
      [LEAF]: { body: profileOf({ version: '2026-04-08' }) },
    });
    assert.deepEqual([ok, strict], [true, true]);
    assert.deepEqual(worst(diagnostics), []);
    assert.deepEqual(urls, [URL_OF_SHOP, LEAF]);
    assert.match(
      diagnostics.map(({ title }) => title).join(' '),
      /official UCP profile of version 2026-08-25/,
    );
  });

  it('follows a profile to its older versions, and says what is wrong there', async () => {
    const older = async (leaf: Scripted) => {
      const { ok, strict, diagnostics } = await check({ [URL_OF_SHOP]: { body: profileOf() }, [LEAF]: leaf });
      assert.deepEqual([ok, strict], [false, false]);
      return worst(diagnostics).map(({ check: name, cause }) => `${name}: ${cause}`);
    };
    assert.match(String(await older({ status: 404 })), /older_version: .*returns 404/);
    assert.match(String(await older({ status: 302, headers: { location: '/' } })), /returns 302/);
    assert.match(String(await older({ body: 'no JSON' })), /no profile/);
    assert.match(String(await older({ body: profileOf() })), /of version 2026-08-25/);
    assert.match(String(await older({ kind: 'failure', failure: 'dns', code: 'ENOTFOUND' })), /ENOTFOUND/);
  });

  it('distinguishes the profile of another store or installation from this one’s', async () => {
    const other = await check({ body: profileOf({ endpoint: 'https://ucp.example/ucp/hats' }) });
    assert.match(worst(other.diagnostics)[0]?.title ?? '', /another store of this service/);
    const elsewhere = await check({ body: profileOf({ kid: 'another key' }) });
    assert.match(worst(elsewhere.diagnostics)[0]?.title ?? '', /another installation/);
    assert.deepEqual([other.ok, elsewhere.ok], [false, false]);
  });

  it('finds a redirect good enough for lenient agents only', async () => {
    for (const status of [301, 302, 307, 308]) {
      const way = { [URL_OF_SHOP]: { status, headers: { location: STORE } }, [STORE]: {} };
      const { ok, strict, diagnostics, urls } = await check(way);
      assert.deepEqual([ok, strict], [true, false]);
      assert.deepEqual(urls, [URL_OF_SHOP, STORE]);
      const [redirect, ...others] = worst(diagnostics);
      assert.deepEqual([redirect?.check, redirect?.level, others], ['redirect', 'warning', []]);
      assert.match(redirect?.remedy ?? '', /direct/);
    }
  });

  const failure = (kind: Extract<Probed, { kind: 'failure' }>['failure'], code = 'CODE'): Probed => ({
    kind: 'failure',
    failure: kind,
    code,
  });
  const wordpress = {
    'content-type': 'text/html',
    link: '<https://mugs.example/wp-json/>; rel="https://api.w.org/"',
  };
  const page = (title: string) => `<!doctype html><html><head><title>${title}</title></head></html>`;
  const json = (headers: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries({ ...GOOD_HEADERS, ...headers }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;

  const cases: [string, Scripted, 'problem' | 'warning', RegExp, RegExp][] = [
    ['a name that is not known', failure('dns', 'ENOTFOUND'), 'problem', /does not exist/, /DNS provider/],
    ['an expired certificate', failure('tls', 'CERT_HAS_EXPIRED'), 'problem', /certificate/, /Let’s Encrypt/],
    ['a server that is too slow', failure('timeout'), 'problem', /in time/, /firewall/],
    ['a port on which nobody listens', failure('nobody_listens'), 'problem', /no HTTPS server/, /443/],
    ['a connection that breaks off', failure('broken_off'), 'problem', /closed the connection/, /error log/],
    ['a private address', failure('private_address'), 'problem', /public internet/, /public address/],
    [
      'a 404 by WordPress',
      { status: 404, headers: wordpress, body: page('Not found') },
      'problem',
      /WordPress/,
      /Permalinks/,
    ],
    [
      'a 404 by the web server',
      { status: 404, headers: { server: 'nginx/1.22', 'content-type': 'text/html' }, body: page('404') },
      'problem',
      /web server/,
      /recipe/,
    ],
    ['a rule against dots', { status: 403, headers: {}, body: '' }, 'problem', /denies access/, /location ~/],
    [
      'a bot protection',
      { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: page('Just a moment...') },
      'problem',
      /Bot protection/,
      /WAF/,
    ],
    ['too many requests', { status: 429, headers: {}, body: '' }, 'problem', /429/, /limit/],
    [
      'a proxy that reaches nobody',
      { status: 502, headers: {}, body: '' },
      'problem',
      /502/,
      /manifest’s URL/,
    ],
    [
      'a page of the site',
      { headers: { 'content-type': 'text/html' }, body: page('Mugs') },
      'problem',
      /web page/,
      /plugin/,
    ],
    [
      'a page that says “coming soon”',
      { headers: { 'content-type': 'text/html' }, body: page('Coming soon') },
      'problem',
      /coming soon/,
      /visibility/,
    ],
    [
      'a shop behind a password',
      { status: 302, headers: { location: '/password' } },
      'problem',
      /password/,
      /Password protection/,
    ],
    ['a redirect without a target', { status: 302, headers: {} }, 'problem', /no target/, /recipes/],
    [
      'a way to plain http',
      { status: 301, headers: { location: 'http://mugs.example/.well-known/ucp' } },
      'problem',
      /https to http/,
      /https/,
    ],
    ['an empty answer', { body: '' }, 'problem', /empty/, /Copy/],
    ['half a manifest', { body: '{"ucp":' }, 'problem', /not valid JSON/, /Copy/],
    ['JSON that is no manifest', { body: { hello: 'world' } }, 'problem', /not a manifest/, /whole/],
    ['far too much', { tooLarge: true }, 'problem', /too large/, /recipes/],
    [
      'another service’s manifest',
      { body: manifestOf('https://other.example/x') },
      'problem',
      /another service/,
      /ucp\/mugs/,
    ],
    ['a manifest of the official form', { body: OFFICIAL }, 'problem', /another service/, /ucp\/mugs/],
    [
      'a manifest from before a switch',
      { body: manifestOf(STORE, '2026-04-08', ['catalog', 'checkout', 'order']) },
      'warning',
      /outdated copy/,
      /fetches it automatically/,
    ],
    [
      'a file without a type',
      { headers: json({ 'content-type': 'text/plain' }) },
      'problem',
      /text\/plain/,
      /default_type/,
    ],
    [
      'no type at all',
      { headers: json({ 'content-type': undefined }) },
      'problem',
      /no content type/,
      /ForceType/,
    ],
    [
      'no word on caching',
      { headers: json({ 'cache-control': undefined }) },
      'warning',
      /how long/,
      /max-age=300/,
    ],
    [
      'caching that is forbidden',
      { headers: json({ 'cache-control': 'no-store, max-age=0' }) },
      'warning',
      /no-store/,
      /max-age=300/,
    ],
    [
      'caching for too short',
      { headers: json({ 'cache-control': 'max-age=5' }) },
      'warning',
      /5 seconds/,
      /max-age=300/,
    ],
    [
      'caching for a year',
      { headers: json({ 'cache-control': 'max-age=31536000' }) },
      'warning',
      /365 days/,
      /max-age=300/,
    ],
    [
      'a browser’s agent locked out',
      { headers: json({ 'access-control-allow-origin': undefined }) },
      'warning',
      /browser/,
      /Access-Control/,
    ],
  ];
  for (const [what, scripted, level, title, remedy] of cases)
    it(`explains ${what}`, async () => {
      const report = await check(scripted);
      const [diagnostic, ...others] = worst(report.diagnostics);
      assert.deepEqual([diagnostic?.level, others], [level, []]);
      assert.match(diagnostic?.title ?? '', title);
      assert.match(diagnostic?.remedy ?? '', remedy);
      assert.notEqual(diagnostic?.cause ?? '', '');
      assert.equal(report.ok, level === 'warning');
    });

  it('names the host behind a redirect without its query, and what failed there', async () => {
    const redirected = (to: string, answer: Scripted) =>
      check({ [URL_OF_SHOP]: { status: 302, headers: { location: to } }, [to]: answer });
    const main = await redirected('https://www.mugs.example/.well-known/ucp', {});
    assert.deepEqual([main.ok, main.strict], [true, false]);
    assert.match(worst(main.diagnostics)[0]?.title ?? '', /www\.mugs\.example/);
    const failed = await redirected(STORE, failure('timeout'));
    assert.match(failed.diagnostics.at(-1)?.cause ?? '', /redirect target ucp\.example/);
    const secret = await redirected('https://elsewhere.example/m?token=secret', {});
    assert.doesNotMatch(JSON.stringify(secret.diagnostics), /secret/);
    const endless = await check({ status: 302, headers: { location: '/again' } });
    assert.deepEqual([endless.ok, endless.urls.length], [false, 4]);
    assert.match(endless.diagnostics.at(-1)?.title ?? '', /Too many redirects/);
  });

  it('knows when Shopify itself answers, and what to do instead', async () => {
    const answers = [
      { headers: { ...GOOD_HEADERS, 'x-shopid': '1' }, body: OFFICIAL },
      { headers: { ...GOOD_HEADERS, 'powered-by': 'Shopify' }, body: OFFICIAL },
      { status: 404, headers: { 'x-sorting-hat-shopid': '1' }, body: '' },
    ];
    for (const answer of answers) {
      const { ok, diagnostics } = await check(answer, 'shopify');
      const [diagnostic] = worst(diagnostics);
      assert.equal(ok, false);
      assert.match(diagnostic?.title ?? '', /Shopify/);
      assert.match(diagnostic?.remedy ?? '', /subdomain/);
    }
  });
});
