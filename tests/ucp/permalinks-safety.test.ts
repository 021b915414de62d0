import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { findVariant, pay } from '../../testing/agent.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { everywhere, findUnlimited, inShop } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { connectShop, startTestService } from '../../testing/test-service.ts';
import { cartsMade, MAKES_CART, merchantAt, openLink, tokenOf } from './permalink-visitor.ts';

const LOOKERS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 (compatible; SkypeUriPreview Preview/0.5)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
];

/** Browsers, those within apps and those that an agent drives, by which people open what they were sent. */
const PEOPLE = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.0;]',
  'Mozilla/5.0 (Linux; Android 15; Cubot X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

const NOT_OPENED: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'prefetch' },
  { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
];

everywhere('a permalink that was never opened', (at) => {
  let link: string;
  before(async () => {
    const id = await findUnlimited(at, 'mug');
    link = `/${tokenOf(id)}:1`;
  });

  const nothingBegins = async (open: () => Promise<void>) => {
    const { control } = at.running.shop(at.slug);
    control.resetCalls();
    await open();
    assert.deepEqual(control.calls(), {}, 'the shop is asked nothing');
  };

  it('shows a permalink to makers of previews and to crawlers, and begins nothing', () =>
    nothingBegins(async () => {
      for (const agent of LOOKERS) {
        const { status, headers, text } = await openLink(at, link, { 'user-agent': agent });
        assert.equal(status, 200, agent);
        assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
        assert.match(text, /<meta property="og:title" content="To the checkout · /);
        assert.equal(headers.get('set-cookie'), null);
      }
    }));

  it('refuses to load a permalink ahead or as a part of another page', () =>
    nothingBegins(async () => {
      for (const headers of NOT_OPENED) {
        const answer = await openLink(at, link, headers);
        assert.equal(answer.status, 403, JSON.stringify(headers));
        assert.equal(answer.location, '');
      }
    }));

  it('answers HEAD without doing anything', () =>
    nothingBegins(async () => {
      for (const each of [link, '', '/damaged']) {
        const { status, text } = await openLink(at, each, {}, 'HEAD');
        assert.deepEqual([status, text], [200, '']);
      }
    }));

  it('begins a checkout for people, within apps as well', async () => {
    at.running.shop(at.slug).control.resetCalls();
    for (const agent of PEOPLE)
      assert.equal((await openLink(at, link, { 'user-agent': agent })).status, 303, agent);
    assert.equal(cartsMade(at), PEOPLE.length);
  });
});

everywhere('a permalink opened again', (at) => {
  let mug: string;
  let lamp: string;
  before(async () => {
    mug = tokenOf((await findVariant(at.agent, 'mug')).id);
    const other = (await findVariant(at.agent, 'lamp')).id;
    lamp = tokenOf(other);
    for (const variant of [other]) inShop(at, variant).stock = null;
  });

  const cookieOf = ({ headers }: { headers: Headers }) => {
    const cookie = headers.get('set-cookie') ?? assert.fail('no cookie');
    assert.match(cookie, new RegExp(`; Path=/ucp/${at.slug}/buy; Max-Age=120; HttpOnly; SameSite=Lax$`));
    return { cookie: cookie.split(';')[0] ?? '' };
  };

  it('comes back to the same checkout in the same browser, raced too', async () => {
    const first = await openLink(at, `/${mug}:1?utm_source=a`);
    const cookie = cookieOf(first);
    at.running.shop(at.slug).control.resetCalls();
    const again = await Promise.all(
      Array.from({ length: 5 }, () => openLink(at, `/${mug}:1?utm_source=a`, cookie)),
    );
    for (const { location, headers } of again) {
      assert.equal(location, first.location);
      assert.equal(headers.get('set-cookie')?.split(';')[0], cookie.cookie);
    }
    assert.equal(cartsMade(at), 0);
  });

  it('makes one cart when a browser with nothing begun yet races it', async () => {
    const cookie = { cookie: 'other=1; ucp_permalink=11111111-2222-4333-8444-555555555555' };
    at.running.shop(at.slug).control.resetCalls();
    const all = await Promise.all(Array.from({ length: 5 }, () => openLink(at, `/${lamp}:3`, cookie)));
    assert.equal(new Set(all.map(({ location }) => location)).size, 1);
    assert.equal(cartsMade(at), 1);
  });

  it('leads to another checkout in another browser, or with other things in it', async () => {
    const first = await openLink(at, `/${mug}:1`);
    const cookie = cookieOf(first);
    const others = [
      await openLink(at, `/${mug}:1`),
      await openLink(at, `/${mug}:2`, cookie),
      await openLink(at, `/${mug}:1?discounts/codes/0=SUMMER10`, cookie),
      await openLink(at, `/${mug}:1?buyer/email=x@example.com`, cookie),
      await openLink(at, `/${mug}:1`, { cookie: 'ucp_permalink=no-such-thing' }),
    ];
    const places = [first, ...others].map(({ location }) => location);
    assert.equal(new Set(places).size, places.length);
  });

  it('begins a new checkout once the former one was paid', async () => {
    await at.running.settle();
    const first = await openLink(at, `/${lamp}:2`);
    const cookie = cookieOf(first);
    await pay({ continue_url: first.location });
    await at.running.settle();
    const next = await openLink(at, `/${lamp}:2`, cookie);
    assert.equal(next.status, 303);
    assert.notEqual(next.location, first.location);
    assert.notEqual(cookieOf(next).cookie, cookie.cookie);
  });
});

everywhere('a permalink to a shop that is out', (at) => {
  let link: string;
  before(async () => {
    const id = await findUnlimited(at, 'mug');
    link = `/${tokenOf(id)}:1`;
  });

  for (const [kind, statuses] of [
    ['down', [503]],
    ['throttled', [503]],
    ['server_error', [502, 503]],
    ['malformed', [502]],
  ] as const)
    it(`says that the shop is out (${kind}), to people and to programs, and works when that is over`, async () => {
      const { control } = at.running.shop(at.slug);
      control.inject({ kind });
      try {
        const page = await openLink(at, link);
        assert.ok(statuses.includes(page.status as never), String(page.status));
        assert.match(page.text, /The shop does not answer/);
        assert.match(page.text, new RegExp(`<a href="${at.running.shop(at.slug).url}/">To the shop</a>`));
        if (page.status === 503) assert.ok(Number(page.headers.get('retry-after')) >= 1);
        const asJson = await openLink(at, link, { accept: 'application/json' });
        assert.equal(JSON.parse(asJson.text).ucp.status, 'error');
        assert.equal(asJson.location, '');
      } finally {
        control.clearFaults();
      }
      assert.equal((await openLink(at, link)).status, 303);
    });
});

describe('the page of a link that came to nothing', () => {
  const EVIL = `</title><script>alert(1)</script><a href="https://evil.example">"'&\u202e`;
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const shops: { close(): Promise<void> }[] = [];
  before(async () => {
    const evil = {
      shopify: await startShopifyShop({ name: EVIL }),
      woocommerce: await startWooCommerceShop({ name: EVIL }),
    };
    for (const [platform, shop] of Object.entries(evil))
      await connectShop(running, { slug: `evil-${platform}`, platform }, shop);
    shops.push(...Object.values(evil));
  });
  after(async () => {
    for (const shop of shops) await shop.close();
  });

  for (const platform of Object.keys(MAKES_CART))
    it(`holds no text of the link, and escapes the shop’s name (${platform})`, async () => {
      for (const link of ['/problem/sold-out', '/problem/damaged']) {
        const { status, headers, text } = await openLink({ slug: `evil-${platform}`, running }, link);
        assert.equal(status, 200);
        assert.doesNotMatch(text, /<script|evil\.example">|\u202e/);
        assert.equal(text.match(/<a /g)?.length, 1);
        assert.match(text, /&quot;&#39;&amp;/);
        const policy = headers.get('content-security-policy') ?? '';
        const expected =
          /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;
        assert.match(policy, expected);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
        assert.match(text, /<meta name="robots" content="noindex, nofollow">/);
      }
    });

  it('exists for known problems only', async () => {
    for (const link of [
      '/problem/',
      '/problem/nothing',
      '/problem/__proto__',
      '/problem/toString',
      '/problem/sold-out/more',
    ])
      assert.notEqual((await openLink({ slug: 'demo-shopify', running }, link)).status, 200, link);
  });
});

it('permalinks opened too often are refused as new sessions are, in words for a person', async () => {
  const settings = { RATE_LIMIT: '0.1', TRUST_PROXY: '1' };
  const minute = Math.floor(Date.now() / 60_000) * 60_000 + 1_000;
  await using running = await startTestService({
    database: anyDatabase,
    settings,
    overrides: { now: () => minute },
  });
  const at = { slug: 'demo-shopify', running };
  const merchant = await merchantAt(running);
  const from = { 'x-forwarded-for': '192.0.2.7' };
  for (let time = 0; time < 6; time += 1) assert.equal((await openLink(at, '/sku:1', from)).status, 303);
  const refused = await openLink(at, '/sku:1', from);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.match(refused.text, /One moment, please/);
  assert.equal((await openLink(at, '/sku:1', { ...from, accept: 'application/json' })).status, 429);
  assert.equal((await openLink(at, '/problem/not-sold', from)).status, 200, 'the page about it is a read');
  assert.equal((await openLink(at, '/sku:1', { 'x-forwarded-for': '192.0.2.8' })).status, 303);
  const { body } = await merchant.get<{ items: { status: number }[] }>(`/stores/${at.slug}/requests`);
  assert.equal(body.items.filter(({ status }) => status === 429).length, 1, 'one refusal of many is logged');
});

it('a permalink of one store is nothing to another store, nor is the browser that opened it', async (t) => {
  const running = await startTestService({ database: anyDatabase });
  const neighbour = await startShopifyShop();
  t.after(async () => {
    await running.close();
    await neighbour.close();
  });
  await connectShop(running, { slug: 'neighbour', platform: 'shopify' }, neighbour);
  const mine =
    neighbour.control.products.find(({ variants }) => variants.length === 1)?.variants[0] ?? assert.fail();
  mine.stock = null;
  const cookie = { cookie: 'ucp_permalink=11111111-2222-4333-8444-555555555555' };
  const theirs = await openLink({ slug: 'neighbour', running }, `/${mine.id}:1`, cookie);
  assert.ok(theirs.location.startsWith(neighbour.url), theirs.location);
  const ours = await openLink({ slug: 'demo-shopify', running }, `/${mine.id}:1`, cookie);
  assert.ok(!ours.location.startsWith(neighbour.url), ours.location);
});
