import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type {
  ListOrganizationAuditEntriesResponse,
  ListOrganizationMembersResponse,
} from '../../../client/index.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import {
  joinAs,
  type Merchant,
  merchantOf,
  organizationOf,
  PASSWORD,
  signUp,
  tokenIn,
  withToken,
} from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import { serviceOn, startTestService } from '../../../testing/test-service.ts';

type Shown = { store: { name: string; organization: { id: string; name: string } } };
const DAY_MS = 24 * 60 * 60_000;

onEveryDatabase('a team', (database) => {
  let team: string;
  const running = forSuite(() => startTestService({ database, settings: { SIGN_UP: 'open' } }));
  const owner = forSuite(() => signUp(running, { name: 'Olga Owner', email: 'olga@agency.example' }));
  before(async () => {
    team = `/organizations/${await organizationOf(owner)}`;
  });

  /** Signs a person up, slowly enough for the limit of sign-ups. */
  const person = (as: { name?: string; email?: string } = {}) => {
    running.advance(5 * 60_000);
    return signUp(running, as);
  };
  const invite = async (email: string, role = 'developer') => {
    const body = bodyOf(201, await owner.post<{ link: string }>(`${team}/invitations`, { email, role }));
    return { token: tokenIn(body.link), link: body.link };
  };
  const join = async (role: string) => {
    const member = await person();
    await joinAs(role, owner, member);
    return member;
  };
  const members = async () =>
    (await owner.get<ListOrganizationMembersResponse>(`${team}/members`)).body.items;
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

  describe('a team of one', () => {
    it('shows a team of one its stores, and pairs without an organization’s name', async () => {
      const { body } = await owner.get<{ items: { slug: string; organization: { name: string } }[] }>(
        '/stores',
      );
      assert.deepEqual(
        body.items.map(({ slug, organization }) => [slug, organization.name]),
        [
          ['demo-shopify', "Olga Owner's stores"],
          ['demo-woocommerce', "Olga Owner's stores"],
        ],
      );
      assert.equal((await owner.post('/pairing-codes', {})).status, 201);
    });
  });

  describe('an invitation', () => {
    it('signs a new person up, also where sign-up is closed, once', async () => {
      const { token, link } = await invite('New@agency.example', 'analyst');
      assert.ok(link.startsWith(`${running.baseUrl}/console/invitation#`));
      const visitor = merchantOf(running);
      const view = await visitor.post('/invitations/read', { token });
      assert.deepEqual(
        [view.body.organization, view.body.email, view.body.role, view.body.has_account],
        ["Olga Owner's stores", 'new@agency.example', 'analyst', null],
      );
      const form = { token, name: 'Nina New', password: PASSWORD };
      const account = await visitor.post<{ account: { email: string } }>('/invitations/sign-up', form);
      assert.deepEqual([account.status, account.body.account.email], [201, 'new@agency.example']);
      assert.equal((await visitor.get('/stores/demo-shopify')).status, 200);
      assert.equal((await visitor.put('/stores/demo-shopify', { name: 'Mine' })).status, 403);
      const again = await merchantOf(running).post<ErrorBody>('/invitations/sign-up', form);
      assert.deepEqual([again.status, again.body.code], [404, 'not_found']);
      assert.equal((await visitor.get<{ items: object[] }>('/organizations')).body.items.length, 1);
    });

    it('admits one of several who use an invitation at once', async () => {
      const one = await person();
      const { token } = await invite(one.account.email);
      const tries = await Promise.all(
        [1, 2, 3, 4].map(() => statusOf(one.post('/invitations/accept', { token }))),
      );
      assert.deepEqual(tries.sort(), [200, 404, 404, 404]);
      const fresh = await invite('race@agency.example');
      const form = { token: fresh.token, name: 'Racer', password: PASSWORD };
      const statuses = await Promise.all(
        [1, 2, 3].map(() => statusOf(merchantOf(running).post('/invitations/sign-up', form))),
      );
      assert.equal(statuses.filter((status) => status === 201).length, 1, statuses.join());
      assert.equal((await members()).filter(({ email }) => email === 'race@agency.example').length, 1);
    });

    it('accepts an invitation only for its e-mail address', async () => {
      const { token } = await invite('elsewhere@agency.example');
      const other = await person();
      const refused = await other.post<ErrorBody>('/invitations/accept', { token });
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
      assert.match(refused.body.error, /is for elsewhere@agency\.example/);
      const { status } = await merchantOf(running).post('/invitations/read', { token });
      assert.equal(status, 200, 'still open');
    });

    it('expires, can be withdrawn, and is replaced by a later one of the address', async () => {
      const [first, second] = [await invite('late@agency.example'), await invite('late@agency.example')];
      const read = (token: string) => statusOf(merchantOf(running).post('/invitations/read', { token }));
      assert.deepEqual([await read(first.token), await read(second.token)], [404, 200]);
      const { body } = await owner.get<{ items: { id: string; email: string }[] }>(`${team}/invitations`);
      const open = body.items.filter(({ email }) => email === 'late@agency.example');
      assert.equal(open.length, 1);
      assert.equal((await owner.delete(`${team}/invitations/${open[0]?.id}`)).status, 200);
      assert.equal((await owner.delete(`${team}/invitations/${open[0]?.id}`)).status, 404);
      assert.equal(await read(second.token), 404);
      const third = await invite('late@agency.example');
      running.advance(4 * DAY_MS);
      assert.equal((await owner.get('/me')).status, 200, 'a session that is used lasts longer');
      running.advance(3 * DAY_MS - 60_000);
      assert.equal(await read(third.token), 200);
      running.advance(60_001);
      assert.equal(await read(third.token), 404);
    });

    it('stores no token of a link in the clear', async () => {
      const { token } = await invite('secret@agency.example');
      const offer = await owner.post<{ link: string }>('/stores/demo-shopify/offer');
      const rows = JSON.stringify(await storedRows(running.databaseUrl));
      assert.ok(rows.includes('secret@agency.example'));
      for (const secret of [token, tokenIn(offer.body.link)]) assert.ok(!rows.includes(secret));
      await owner.delete('/stores/demo-shopify/offer');
    });

    it('refuses invitations of members, and invitations of owners by anyone but an owner', async () => {
      const admin = await join('admin');
      const invitation = { email: admin.account.email, role: 'analyst' };
      assert.equal((await owner.post(`${team}/invitations`, invitation)).status, 409);
      const other = { email: 'boss@agency.example', role: 'owner' };
      assert.equal((await admin.post(`${team}/invitations`, other)).status, 403);
      assert.equal((await admin.post(`${team}/invitations`, { ...other, role: 'admin' })).status, 201);
      for (const wrong of [{ email: 'nonsense', role: 'admin' }, { ...other, role: 'king' }, {}])
        assert.equal((await owner.post(`${team}/invitations`, wrong)).status, 400);
    });

    it('ends when the person who made it leaves, or may not make it any more', async () => {
      const invitationOf = async (role: string) => {
        const inviter = await join(role);
        const invitation = { email: `friend-of-${role}@agency.example`, role };
        const { body } = await inviter.post<{ link: string }>(`${team}/invitations`, invitation);
        const token = tokenIn(body.link);
        const read = () => statusOf(merchantOf(running).post('/invitations/read', { token }));
        assert.equal(await read(), 200);
        return { path: `${team}/members/${inviter.account.id}`, read };
      };
      const [ofAdmin, ofOwner] = [await invitationOf('admin'), await invitationOf('owner')];
      bodyOf(200, await owner.delete(ofAdmin.path));
      assert.equal(await ofAdmin.read(), 404);
      bodyOf(200, await owner.put(ofOwner.path, { role: 'admin' }));
      assert.equal(await ofOwner.read(), 404);
    });
  });

  describe('a member', () => {
    it('gives a member a new role at once, and leaves by itself, whatever its role', async () => {
      const member = await join('analyst');
      const rename = () => statusOf(member.put('/stores/demo-shopify', { name: 'Mugs' }));
      assert.equal(await rename(), 403);
      const promoted = await owner.put(`${team}/members/${member.account.id}`, { role: 'developer' });
      assert.equal(promoted.status, 200);
      assert.equal(await rename(), 200);
      bodyOf(200, await owner.put(`${team}/members/${member.account.id}`, { role: 'analyst' }));
      assert.equal(await rename(), 403);
      const other = await join('analyst');
      const leave = (id: string) => statusOf(member.delete(`${team}/members/${id}`));
      const [foreign, own, again] = [other.account.id, member.account.id, member.account.id];
      assert.deepEqual([await leave(foreign), await leave(own), await leave(again)], [403, 200, 404]);
    });

    it('loses access at once in every process when it is removed, by session and by token', async (t) => {
      const member = await join('developer');
      const script = await withToken(running, member, ['demo-shopify']);
      const other = await serviceOn(running.databaseUrl, { now: running.now }, { RATE_LIMIT: 'off' });
      const baseUrl = await other.listen({ backgroundWork: false });
      t.after(() => other.close());
      const elsewhere = merchantOf({ baseUrl }, { cookie: member.cookie() ?? '' });
      const statuses = () =>
        Promise.all(
          [member, elsewhere, script].map((caller) => statusOf(caller.get('/stores/demo-shopify'))),
        );
      assert.deepEqual(await statuses(), [200, 200, 200]);
      assert.equal((await owner.delete(`${team}/members/${member.account.id}`)).status, 200);
      assert.deepEqual(await statuses(), [404, 404, 404]);
      assert.equal((await member.get(`${team}/members`)).status, 404);
      assert.deepEqual((await elsewhere.get<{ items: object[] }>('/stores')).body.items, []);
    });

    it('changes no owner, and makes none, when it is an admin', async () => {
      const [admin, member] = [await join('admin'), await join('analyst')];
      const change = (id: string, role: string) => statusOf(admin.put(`${team}/members/${id}`, { role }));
      assert.equal(await change(member.account.id, 'developer'), 200);
      assert.equal(await change(member.account.id, 'owner'), 403);
      assert.equal(await change(admin.account.id, 'owner'), 403);
      assert.equal(await change(owner.account.id, 'analyst'), 403);
      assert.equal(await statusOf(admin.delete(`${team}/members/${owner.account.id}`)), 403);
    });
  });

  describe('an account that was not invited', () => {
    it('gets no role from an owner: the operator alone may spare the invitation', async () => {
      const stranger = await person();
      const { id, email } = stranger.account;
      for (const name of [id, email])
        assert.equal(await statusOf(owner.put(`${team}/members/${name}`, { role: 'analyst' })), 404);
      assert.equal((await stranger.get(`${team}/members`)).status, 404);
    });
  });

  describe('the last owner', () => {
    it('cannot leave or be demoted', async () => {
      const alone = await person();
      const own = `/organizations/${await organizationOf(alone)}/members/${alone.account.id}`;
      for (const answer of [await alone.delete(own), await alone.put(own, { role: 'admin' })])
        assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
    });

    it('remains when all owners leave or demote each other at once', async () => {
      for (let round = 0; round < 3; round += 1) {
        const owners = [await person(), await person(), await person()] as const;
        const [first] = owners;
        const there = `/organizations/${await organizationOf(first)}`;
        for (const each of owners.slice(1)) await joinAs('owner', first, each);
        const leaving = owners.map((each, index) =>
          index === 1
            ? each.put(`${there}/members/${each.account.id}`, { role: 'analyst' })
            : each.delete(`${there}/members/${each.account.id}`),
        );
        const statuses = (await Promise.all(leaving)).map(({ status }) => status);
        assert.deepEqual(statuses.sort(), [200, 200, 409], statuses.join());
        const left = await running.service.context.organizations.listMembers(there.split('/')[2] ?? '');
        assert.equal(left.filter(({ role }) => role === 'owner').length, 1);
      }
    });

    it('refuses to remove the last owner’s account by the operator while others are members', async () => {
      const alone = await person();
      const member = await person();
      await joinAs('admin', alone, member);
      const remove = ['users', 'remove', alone.account.email, '--yes'];
      const refused = await commandLine(running.databaseUrl, remove);
      assert.deepEqual(
        [refused.code, /while it has other members/.test(refused.out)],
        [1, true],
        refused.out,
      );
      const id = await organizationOf(alone);
      await alone.put(`/organizations/${id}/members/${member.account.id}`, { role: 'owner' });
      assert.equal((await commandLine(running.databaseUrl, remove)).code, 0);
      assert.deepEqual(pluck(await running.service.context.organizations.listMembers(id), 'email'), [
        member.account.email,
      ]);
    });
  });

  describe('a transfer of a store', () => {
    const connect = async (merchant: Merchant, slug: string) => {
      const { credentials } = running.shop('demo-woocommerce');
      bodyOf(201, await merchant.post('/stores', { platform: 'woocommerce', credentials, slug }));
    };

    it('needs both organizations, moves the store once, and takes the old one’s access', async () => {
      const [seller, buyer] = [await person(), await person({ name: 'Berta Buyer' })];
      await connect(seller, 'sold-mugs');
      const script = await withToken(running, seller, ['sold-mugs']);
      const to = await organizationOf(buyer);
      const direct = await seller.put<ErrorBody>('/stores/sold-mugs/organization', { organization: to });
      assert.deepEqual([direct.status, direct.body.details?.[0]?.path], [400, 'organization']);
      const { body } = await seller.post<{ link: string }>('/stores/sold-mugs/offer');
      const token = tokenIn(body.link);
      const offer = await buyer.post<{ store: { slug: string } }>('/offers/read', { token });
      assert.equal(offer.body.store.slug, 'sold-mugs');
      assert.equal((await buyer.get('/stores/sold-mugs')).status, 404, 'an offer shows nothing else');
      const foreign = await organizationOf(seller);
      assert.equal((await buyer.post('/offers/accept', { token, organization: foreign })).status, 400);
      const accept = () => statusOf(buyer.post('/offers/accept', { token, organization: to }));
      assert.deepEqual((await Promise.all([accept(), accept(), accept()])).sort(), [200, 404, 404]);
      assert.equal((await buyer.get('/stores/sold-mugs')).status, 200);
      for (const caller of [seller, script])
        assert.equal((await caller.get('/stores/sold-mugs')).status, 404);
      assert.equal((await fetch(`${running.baseUrl}/api/ucp/sold-mugs`)).status, 200);
      const entry = (await audit(buyer, '/stores/sold-mugs/audit'))[0];
      assert.deepEqual([entry?.action, entry?.actor_name], ['store.transferred', 'Berta Buyer']);
      assert.equal((await audit(seller, `/organizations/${foreign}/audit`))[0]?.action, 'store.transferred');
    });

    it('withdraws the offer of a store by the organization that offers it, or after its time', async () => {
      const [seller, buyer] = [await person(), await person()];
      await connect(seller, 'kept-mugs');
      const offer = async () =>
        tokenIn((await seller.post<{ link: string }>('/stores/kept-mugs/offer')).body.link);
      const read = (token: string) => statusOf(buyer.post('/offers/read', { token }));
      const [first, second] = [await offer(), await offer()];
      assert.deepEqual([await read(first), await read(second)], [404, 200]);
      assert.equal((await seller.delete('/stores/kept-mugs/offer')).status, 200);
      assert.equal((await seller.delete('/stores/kept-mugs/offer')).status, 404);
      assert.equal(await read(second), 404);
      assert.equal((await buyer.post('/offers/accept', { token: second, organization: 'x' })).status, 404);
      assert.equal((await seller.get('/stores/kept-mugs')).status, 200);
    });

    it('transfers a store at once between two organizations of one person', async () => {
      const one = await person();
      await connect(one, 'moved-mugs');
      const second = await one.post<{ organization: { id: string } }>('/organizations', { name: 'Second' });
      assert.equal(second.status, 201);
      const { id } = second.body.organization;
      const answer = await one.put<Shown>('/stores/moved-mugs/organization', { organization: id });
      assert.deepEqual([answer.status, answer.body.store.organization], [200, { id, name: 'Second' }]);
      const { credentials } = running.shop('demo-woocommerce');
      const vague = await one.post<ErrorBody>('/stores', {
        platform: 'woocommerce',
        credentials,
        slug: 'a-b',
      });
      assert.deepEqual([vague.status, vague.body.details?.[0]?.path], [400, 'organization']);
      const input = { platform: 'woocommerce', credentials, slug: 'second-mugs', organization: id };
      assert.equal((await one.post<Shown>('/stores', input)).body.store.organization.name, 'Second');
    });
  });

  describe('the deletion of an organization', () => {
    const connect = (merchant: Merchant, slug: string, organization: string) => {
      const { credentials } = running.shop('demo-woocommerce');
      return statusOf(merchant.post('/stores', { platform: 'woocommerce', credentials, slug, organization }));
    };
    const create = async (merchant: Merchant, name: string) =>
      (await merchant.post<{ organization: { id: string } }>('/organizations', { name })).body.organization
        .id;
    /** Slugs of stores whose organization does not exist. */
    const orphans = async () => {
      const { organizations, stores } = running.service.context;
      const ids = new Set((await organizations.list()).map(({ id }) => id));
      const owned = (await stores.list()).filter(({ organizationId }) => organizationId !== null);
      return owned.filter(({ organizationId }) => !ids.has(organizationId ?? '')).map(({ slug }) => slug);
    };
    const remove = (merchant: Merchant, id: string, confirm: string) =>
      merchant.delete<ErrorBody>(`/organizations/${id}`, { confirm });

    it('takes its owner, its typed name, and that it has no stores', async () => {
      const one = await person();
      const id = await create(one, 'Outlet');
      const admin = await person();
      const invited = await one.post<{ link: string }>(`/organizations/${id}/invitations`, {
        email: admin.account.email,
        role: 'admin',
      });
      await admin.post('/invitations/accept', { token: tokenIn(invited.body.link) });
      assert.equal((await remove(admin, id, 'Outlet')).status, 403);
      const mistyped = await remove(one, id, 'outlet');
      assert.deepEqual([mistyped.status, mistyped.body.details?.[0]?.path], [400, 'confirm']);
      assert.equal(await connect(one, 'outlet-mugs', id), 201);
      const full = bodyOf(409, await remove(one, id, 'Outlet'));
      assert.match(full.error, /has stores: outlet-mugs\. Transfer or delete them first/);
      await one.delete('/stores/outlet-mugs', { confirm: 'outlet-mugs' });
      const late = await one.post<{ link: string }>(`/organizations/${id}/invitations`, {
        email: 'late@agency.example',
        role: 'analyst',
      });
      const answers = await Promise.all([remove(one, id, 'Outlet'), remove(one, id, 'Outlet')]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
      assert.equal((await admin.get(`/organizations/${id}/members`)).status, 404);
      const read = merchantOf(running).post('/invitations/read', { token: tokenIn(late.body.link) });
      assert.equal(await statusOf(read), 404);
      const rows = JSON.stringify((await storedRows(running.databaseUrl)).audit_entries);
      assert.match(rows, /organization\.deleted/);
    });

    it('leaves no store in it that is transferred or connected at the same moment', async () => {
      const one = await person();
      const home = await organizationOf(one);
      await connect(one, 'raced-mugs', home);
      for (let round = 0; round < 6; round += 1) {
        const name = `Target ${round}`;
        const id = await create(one, name);
        const [moved, connected, removed] = await Promise.all([
          statusOf(one.put('/stores/raced-mugs/organization', { organization: id })),
          connect(one, `raced-mugs-${round}`, id),
          statusOf(remove(one, id, name)),
        ]);
        assert.ok([200, 409].includes(removed), String(removed));
        const came = [moved === 200, connected === 201].includes(true);
        assert.equal(came, removed === 409, `${moved} ${connected} ${removed}`);
        assert.deepEqual(await orphans(), []);
        await one.put('/stores/raced-mugs/organization', { organization: home });
      }
    });
  });

  it('logs who did what in a team, by name and e-mail address', async () => {
    const admin = await join('admin');
    await admin.put(team, { name: 'The Agency' });
    const [entry] = await audit(owner, `${team}/audit`);
    assert.deepEqual(
      [entry?.action, entry?.actor, entry?.actor_name],
      ['organization.renamed', admin.account.email, 'Merchant'],
    );
    const own = await audit(owner, `${team}/audit?actor=${encodeURIComponent(owner.account.email)}`);
    assert.ok(own.length > 0 && own.every(({ actor }) => actor === owner.account.email));
  });

  const audit = async (merchant: Merchant, path: string) =>
    (await merchant.get<ListOrganizationAuditEntriesResponse>(path)).body.items;
});

onEveryDatabase('an organization where sign-up is closed', (database) => {
  it('takes invited persons, who make no organization of their own', async () => {
    await using running = await startTestService({ database, settings: { SIGN_UP: 'first' } });
    const owner = await signUp(running);
    const team = `/organizations/${await organizationOf(owner)}`;
    const input = { email: 'dev@agency.example', role: 'developer' };
    const { body } = await owner.post<{ link: string }>(`${team}/invitations`, input);
    const person = merchantOf(running);
    const form = { token: tokenIn(body.link), name: 'Dev', password: PASSWORD };
    assert.equal((await person.post('/invitations/sign-up', form)).status, 201);
    assert.equal((await person.post('/organizations', { name: 'Mine' })).status, 403);
    assert.equal((await owner.post('/organizations', { name: 'Second' })).status, 201);
    const unknown = { ...form, token: 'made-up' };
    assert.equal((await merchantOf(running).post('/invitations/sign-up', unknown)).status, 404);
  });
});
