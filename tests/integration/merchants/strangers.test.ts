import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { merchantApi } from '../../../src/merchant/index.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, merchantOf, organizationOf, signUp, withToken } from '../../../testing/merchant.ts';
import { storedRows } from '../../../testing/stored.ts';

const { endpoints } = merchantApi;
const ofStores = endpoints.filter(({ access }) => access === 'store');
const ofAccounts = endpoints.filter(({ access }) => access === 'account' || access === 'organization');

/** Tables that any use of an identity writes. */
const OF_THE_VISIT = ['account_sessions', 'api_tokens', 'attempts'];
/** Rows of a table are alike: what one of them says holds for the others. */
const IDS_OF_TABLE = 3;
/** Ids of no form that this service makes. */
const STRANGE_IDS = ['nothing', "'; --", '😀%_'];

withService('a caller who is not the merchant', (running) => {
  let ownOrganization: string;
  let otherStores: Merchant;
  const owner = forSuite(() => signUp(running));
  const stranger = forSuite(() => signUp(running));
  before(async () => {
    ownOrganization = await organizationOf(stranger);
    otherStores = await withToken(running, owner, ['demo-woocommerce']);
    // Creates everything that needs no input, so that there are rows to find.
    for (const { route } of ofAccounts) {
      const [method = '', path = ''] = route.split(' ');
      if (method === 'POST' && !path.includes('{')) await owner.post(path, {});
    }
  });

  /** Asks, with the slug and any other id that the path takes. */
  const ask = (who: Merchant, rest: string, slug: string, id: string = randomUUID()) => {
    const [method = '', path = ''] = rest.split(' ');
    const address = path.replace('{slug}', slug).replaceAll(/\{\w+\}/g, encodeURIComponent(id));
    return who.send(method, address, method === 'GET' ? undefined : { role: 'analyst' });
  };

  /** Rows after the test before: each test leaves them as they were, so that one read serves both. */
  let rowsBefore: Awaited<ReturnType<typeof rowsOf>> | undefined;

  const rowsOf = async () => {
    const rows = await storedRows(running.databaseUrl);
    return Object.fromEntries(Object.entries(rows).filter(([table]) => !OF_THE_VISIT.includes(table)));
  };

  it('finds nothing open but the ways in', () => {
    const open = endpoints.filter(({ access }) => access === 'anyone').map(({ route }) => route);
    assert.deepEqual(open.sort(), [
      'GET /installation',
      'GET /session',
      'POST /invitations/read',
      'POST /invitations/sign-up',
      'POST /passkey-sign-in',
      'POST /passkey-sign-in/finish',
      'POST /password-reset',
      'POST /password-reset/confirm',
      'POST /sign-in',
      'POST /sign-out',
      'POST /sign-up',
      'POST /sign-up/confirm',
      'POST /sign-up/link',
      'POST /single-sign-on',
      'POST /single-sign-on/finish',
    ]);
  });

  it('checks access to the store at every endpoint of a store', () => {
    for (const { route, access } of endpoints)
      assert.equal(route.includes('/stores/{slug}'), access === 'store', route);
  });

  it('checks membership at every endpoint of an organization', () => {
    for (const { route, access } of endpoints)
      assert.equal(route.includes('/organizations/{organization_id}'), access === 'organization', route);
  });

  describe('gets 401 without a valid identity, and changes nothing', () => {
    for (const { route } of [...ofStores, ...ofAccounts])
      it(`answers ${route} with 401`, async () => {
        const before = rowsBefore ?? (await rowsOf());
        const forged =
          owner.cookie()?.replace(/\.[^.]+$/, '.c2lnbmVkIGJ5IHNvbWVib2R5IGVsc2UsIG5vdCBieSB1cw%3D%3D') ?? '';
        const unauthenticated = [
          {},
          { authorization: `Bearer uch_${'a'.repeat(43)}` },
          { authorization: 'Bearer ' },
          { authorization: `Basic ${btoa('merchant:password')}` },
          { cookie: 'ucp-host.session_token=made.up' },
          { cookie: forged },
        ];
        for (const headers of unauthenticated) {
          const { status } = await ask(
            merchantOf(running, headers as Record<string, string>),
            route,
            'demo-shopify',
          );
          assert.equal(status, 401, JSON.stringify(headers));
        }
        await assertRows(before);
      });
  });

  describe('finds no store of another account, in the words for one that does not exist', () => {
    for (const { route } of ofStores)
      it(`answers ${route} as for no store`, () => isNotThere(stranger, route));
  });

  describe('finds no other store of the account by a token for one', () => {
    // No token does those in person, whatever the store.
    for (const { route } of ofStores.filter(({ inPerson }) => !inPerson))
      it(`answers ${route} as for no store`, () => isNotThere(otherStores, route));
  });

  async function isNotThere(who: Merchant, rest: string): Promise<void> {
    const before = rowsBefore ?? (await rowsOf());
    const existing = await ask(who, rest, 'demo-shopify');
    const missing = await ask(who, rest, 'no-such-store');
    const impossible = await ask(who, rest, 'No%20Slug!');
    assert.deepEqual([existing.status, missing.status, impossible.status], [404, 404, 404]);
    assert.deepEqual(existing.body, missing.body);
    assert.deepEqual(existing.body, impossible.body);
    assert.deepEqual(namesOf(existing.headers), namesOf(missing.headers));
    await assertRows(before);
  }

  async function assertRows(expected: Awaited<ReturnType<typeof rowsOf>>): Promise<void> {
    const rows = await rowsOf();
    rowsBefore = rows;
    assert.deepEqual(rows, expected);
  }

  describe('finds nothing at its own store by an id of another form', () => {
    for (const { route } of ofStores.filter((endpoint) => /\{slug\}.*_id\}/.test(endpoint.route)))
      it(`answers ${route} as for an unknown id`, async () => {
        const unknown = await ask(owner, route, 'demo-shopify');
        assert.equal(unknown.status, 404);
        for (const id of STRANGE_IDS) {
          const { status, body } = await ask(owner, route, 'demo-shopify', id);
          assert.deepEqual([status, body], [404, unknown.body], id);
        }
      });
  });

  describe('finds nothing of another account, by whatever id', () => {
    for (const { route } of ofAccounts.filter((endpoint) => endpoint.route.includes('{'))) {
      it(`answers ${route} as for what does not exist`, () => findsNothing(route));
      if (/\{organization_id\}.*\{/.test(route))
        it(`answers ${route} in its own organization as for what does not exist`, () =>
          findsNothing(route.replace('{organization_id}', ownOrganization)));
    }

    /** All rows after the test before. */
    let allBefore: Awaited<ReturnType<typeof storedRows>> | undefined;

    async function findsNothing(rest: string): Promise<void> {
      const before = allBefore ?? (await storedRows(running.databaseUrl));
      const { body } = await stranger.get<{ items: { id: string }[] }>('/account/sessions');
      const own = [ownOrganization, stranger.account.id, ...body.items.map(({ id }) => id)];
      const ids = new Set(Object.values(before).flatMap((rows) => idsIn(rows, own).slice(0, IDS_OF_TABLE)));
      assert.ok(ids.size > 10, `${ids.size} ids`);
      const unknown = await ask(stranger, rest, '');
      for (const id of [...ids, ...STRANGE_IDS]) {
        const answer = await ask(stranger, rest, '', id);
        assert.deepEqual([answer.status, answer.body], [404, unknown.body], id);
      }
      allBefore = await storedRows(running.databaseUrl);
      assert.deepEqual(allBefore, before);
    }
  });

  describe('reads nothing of another’s in a list', () => {
    for (const { route } of ofAccounts.filter(({ route }) => /^GET [^{]+$/.test(route)))
      it(`lists only its own at ${route}`, async () => {
        const { organizationId, id } = (await running.service.stores.find('demo-shopify')) ?? {};
        const read = JSON.stringify((await ask(stranger, route, '')).body);
        for (const text of ['demo-shopify', 'demo-woocommerce', 'a script', organizationId, id])
          assert.ok(!read.includes(text ?? ''), text ?? '');
        const byToken = JSON.stringify((await ask(otherStores, route, '')).body);
        for (const text of ['demo-shopify', id]) assert.ok(!byToken.includes(text ?? ''), text);
      });
  });
});

/** Returns the ids in rows but the caller's own. */
function idsIn(rows: readonly unknown[], own: readonly string[]): string[] {
  const all = JSON.stringify(rows).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
  return [...new Set(all)].filter((id) => !own.includes(id));
}

function namesOf(headers: Headers): string[] {
  return [...headers.keys()].sort();
}
