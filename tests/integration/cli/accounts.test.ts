import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { merchantOf, PASSWORD } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

type User = { id: string; email: string; stores: string[] };
type Token = {
  id: string;
  account: string;
  stores: string[] | null;
  scope: string;
  expires_at: string | null;
  token?: string;
};

const EMAIL = 'ann@shop.example';

onEveryDatabase('the command line of an operator', (database) => {
  const running = forSuite(() => startTestService({ database, settings: { SIGN_UP: 'closed' } }));

  const cli = (args: string[], input = '') => commandLine(running.databaseUrl, args, input);
  const json = async <Body>(args: string[], input = '') => {
    const { code, out } = await cli([...args, '--json'], input);
    assert.equal(code, 0, out);
    return JSON.parse(out) as Body;
  };
  const signIn = async (password: string) => {
    const merchant = merchantOf(running);
    const { status } = await merchant.post('/sign-in', { email: EMAIL, password });
    return { merchant, status };
  };

  it('creates the first account, which gets the stores without an owner', async () => {
    assert.match((await cli(['users'])).out, /No accounts yet/);
    const add = ['users', 'add', '--email', 'Ann@Shop.example', '--name', 'Ann', '--password-stdin'];
    assert.equal((await json<User>(add, `${PASSWORD}\n`)).email, EMAIL);
    const [ann] = await json<User[]>(['users', 'list']);
    assert.deepEqual(ann?.stores, ['demo-shopify', 'demo-woocommerce']);
    assert.equal((await signIn(PASSWORD)).status, 200);
    const row = /ann@shop\.example +yes +Ann +\d{4}-\d\d-\d\d +demo-shopify demo-woocommerce/;
    assert.match((await cli(['users'])).out, row);
  });

  it('asks as much of an account as the console does', async () => {
    const add = (email: string) => ['users', 'add', '--email', email, '--name', 'Ben', '--password-stdin'];
    const short = await cli(add('ben@shop.example'), 'short');
    assert.deepEqual([short.code, /password must have at least 10/.test(short.out)], [1, true]);
    const twin = await cli(add(EMAIL), PASSWORD);
    assert.deepEqual([twin.code, /There is an account/.test(twin.out)], [1, true]);
    const answer = await cli(['users', 'add', '--email', 'ben@shop.example', '--name', 'Ben']);
    assert.deepEqual([answer.code, /--password-stdin/.test(answer.out)], [2, true]);
  });

  it('resets a password, which ends the account’s sessions', async () => {
    const { merchant } = await signIn(PASSWORD);
    const password = 'what the operator chose';
    await json(['users', 'reset-password', EMAIL, '--password-stdin'], password);
    assert.equal((await merchant.get('/me')).status, 401);
    assert.equal((await signIn(PASSWORD)).status, 401);
    assert.equal((await signIn(password)).status, 200);
  });

  it('makes tokens, lists and revokes them', async () => {
    const create = ['tokens', 'create', '--account', EMAIL, '--name', 'nightly'];
    const all = await json<Token>(create);
    const one = await json<Token>([...create, '--store', 'demo-shopify']);
    assert.deepEqual([all.stores, one.stores], [null, ['demo-shopify']]);
    const script = merchantOf(running, { authorization: `Bearer ${all.token}` });
    assert.equal((await script.get('/me')).body.via, 'token');
    const listed = await json<Token[]>(['tokens', '--account', EMAIL]);
    assert.deepEqual(listed.map(({ id }) => id).sort(), [all.id, one.id].sort());
    assert.ok(listed.every((token) => token.token === undefined));
    const row = /ann@shop\.example +nightly +demo-shopify +read +\d{4}-\d\d-\d\d +never/;
    assert.match((await cli(['tokens'])).out, row);
    const reader = await json<Token>([...create, '--scope', 'read', '--expires-in-days', '30']);
    const reads = merchantOf(running, { authorization: `Bearer ${reader.token}` });
    assert.equal((await reads.get('/stores/demo-shopify')).status, 200);
    assert.equal((await reads.put('/stores/demo-shopify', { name: 'Changed' })).status, 403);
    const lasting = await json<Token>([...create, '--scope', 'manage', '--never-expires']);
    assert.deepEqual([lasting.scope, lasting.expires_at], ['manage', null]);
    assert.equal((await cli([...create, '--scope', 'write'])).code, 2);
    const renewed = await json<Token>(['tokens', 'renew', all.id]);
    assert.deepEqual([renewed.stores, renewed.token === all.token], [all.stores, false]);
    await json(['tokens', 'revoke', renewed.id]);
    await json(['tokens', 'revoke', all.id]);
    assert.equal((await script.get('/me')).status, 401);
    assert.equal((await cli(['tokens', 'revoke', all.id])).code, 1);
    assert.match((await cli(create)).out, /^uch_[\w-]{43}\n/);
    assert.equal((await cli([...create, '--store', 'no-such-store'])).code, 1);
  });

  it('connects a store for an account, and gives one to another', async () => {
    const { url = '', consumerKey = '', consumerSecret = '' } = running.shop('demo-woocommerce').credentials;
    const connect = [
      'connect',
      'woocommerce',
      '--url',
      url,
      '--key',
      consumerKey,
      '--secret',
      consumerSecret,
    ];
    await json([...connect, '--slug', 'ann-mugs', '--owner', EMAIL]);
    const secrets = `# from the shop\nkey = ${consumerKey}\nsecret=${consumerSecret}\n`;
    await json(['connect', 'woocommerce', '--url', url, '--secrets', '-', '--slug', 'spare-mugs'], secrets);
    const ofAnn = async () => (await json<User[]>(['users']))[0]?.stores;
    assert.deepEqual(await ofAnn(), ['ann-mugs', 'demo-shopify', 'demo-woocommerce']);
    await json(['users', 'give', EMAIL, '--store', 'spare-mugs']);
    assert.deepEqual(await ofAnn(), ['ann-mugs', 'demo-shopify', 'demo-woocommerce', 'spare-mugs']);
    const unknown = await cli([...connect, '--slug', 'no-mugs', '--owner', 'nobody@shop.example']);
    assert.deepEqual([unknown.code, /There is no account/.test(unknown.out)], [1, true]);
    assert.equal(await running.service.stores.find('no-mugs'), undefined);
  });

  it('adds members to organizations, gives them stores, and removes members', async () => {
    const add = ['users', 'add', '--email', 'ben@agency.example', '--name', 'Ben', '--password-stdin'];
    await json(add, PASSWORD);
    const { organization } = await json<{ organization: { id: string } }>([
      ...['organizations', 'add', '--name', 'Mugs and more', '--owner', EMAIL],
    ]);
    const ben = merchantOf(running);
    await ben.post('/sign-in', { email: 'ben@agency.example', password: PASSWORD });
    const sees = async () => (await ben.get('/stores/spare-mugs')).status;
    await json(['organizations', 'set-member', organization.id, 'ben@agency.example', 'analyst']);
    assert.equal(await sees(), 404);
    await json(['organizations', 'give', organization.id, '--store', 'spare-mugs']);
    assert.equal(await sees(), 200);
    const row = /Mugs and more +ann@shop\.example \(owner\), ben@agency\.example \(analyst\) +spare-mugs/;
    assert.match((await cli(['organizations'])).out, row);
    await json(['organizations', 'set-member', organization.id, 'ben@agency.example', 'developer']);
    await json(['organizations', 'remove-member', organization.id, 'ben@agency.example']);
    assert.equal(await sees(), 404);
    const { merchant: ann } = await signIn('what the operator chose');
    const { items } = (
      await ann.get<{ items: { actor: string; summary: string }[] }>(
        `/organizations/${organization.id}/audit`,
      )
    ).body;
    assert.ok(items.every(({ actor }) => actor === 'command line'));
    assert.deepEqual(items.map(({ summary }) => summary).toReversed(), [
      'Organization created: Mugs and more',
      'Member joined: ben@agency.example as analyst',
      "Store spare-mugs transferred from Ann's stores to Mugs and more",
      'Role of ben@agency.example changed from analyst to developer',
      'Member removed: ben@agency.example',
    ]);
    const last = await cli(['organizations', 'remove-member', organization.id, EMAIL]);
    assert.deepEqual([last.code, /needs an owner/.test(last.out)], [1, true], last.out);
    const owns = await cli(['organizations', 'remove', organization.id, '--confirm', 'Mugs and more']);
    assert.deepEqual([owns.code, /has stores: spare-mugs\. Transfer/.test(owns.out)], [1, true], owns.out);
    const link = await cli(['organizations', 'add', '--name', 'https://spam.example', '--owner', EMAIL]);
    assert.deepEqual([link.code, /name must be a name, not a link/.test(link.out)], [1, true], link.out);
    const { organization: empty } = await json<{ organization: { id: string } }>([
      ...['organizations', 'add', '--name', 'Empty', '--owner', EMAIL],
    ]);
    assert.equal((await cli(['organizations', 'remove', empty.id])).code, 2, 'not without --confirm');
    const wrong = await cli(['organizations', 'remove', empty.id, '--confirm', 'Full']);
    assert.match(wrong.out, /the name of this organization/);
    assert.deepEqual(await json(['organizations', 'remove', empty.id, '--confirm', 'Empty']), {
      organization: 'Empty',
    });
    const limits = await json<{ name: string }[]>(['organizations', 'limits', organization.id]);
    assert.ok(limits.some(({ name }) => name === 'stores'));
    assert.match(
      (await cli(['organizations', 'limits', 'nonsense'])).out,
      /There is no organization with the id/,
    );
    assert.equal(await running.service.context.organizations.find(empty.id), undefined);
    const king = await cli(['organizations', 'set-member', organization.id, EMAIL, 'king']);
    assert.deepEqual([king.code, /must be owner, admin, developer or analyst/.test(king.out)], [2, true]);
    assert.equal((await cli(['organizations', 'give', 'nonsense', '--store', 'spare-mugs'])).code, 1);
    const ambiguous = await cli(['users', 'give', EMAIL, '--store', 'spare-mugs']);
    assert.deepEqual([ambiguous.code, /belong to several/.test(ambiguous.out)], [1, true]);
    await json(['users', 'remove', 'ben@agency.example', '--yes']);
  });

  it('renames an account, and changes its address, for which the operator vouches', async () => {
    const { merchant } = await signIn('what the operator chose');
    const renamed = await cli(['users', 'rename', '--account', EMAIL, '--name', 'Ann Smith']);
    assert.match(renamed.out, /ann@shop\.example is called Ann Smith/);
    const change = (account: string, email: string) =>
      cli(['users', 'change-email', '--account', account, '--email', email]);
    assert.match((await change(EMAIL, 'ann@mugs.example')).out, /signs in as ann@mugs\.example now/);
    assert.match((await cli(['users'])).out, /ann@mugs\.example +yes +Ann Smith/);
    assert.equal((await merchant.get('/me')).status, 401, 'it signs in again');
    assert.equal((await change('ann@mugs.example', EMAIL)).code, 0);
    assert.equal((await change(EMAIL, EMAIL)).code, 1);
  });

  it('removes no last owner of stores, says so before it promises anything, and removes the others', async () => {
    const { token } = await json<Token>(['tokens', 'create', '--account', EMAIL, '--name', 'last']);
    const { merchant } = await signIn('what the operator chose');
    for (const yes of [[], ['--yes']]) {
      const refused = await cli(['users', 'remove', EMAIL, ...yes]);
      assert.equal(refused.code, 1, refused.out);
      assert.match(
        refused.out,
        /cannot go while it has stores \(.*spare-mugs.*transfer or delete the stores, first/s,
      );
    }
    const add = ['users', 'add', '--email', 'cara@shop.example', '--name', 'Cara', '--password-stdin'];
    await json(add, PASSWORD);
    for (const slug of ['ann-mugs', 'demo-shopify', 'demo-woocommerce', 'spare-mugs'])
      await json(['users', 'give', 'cara@shop.example', '--store', slug]);
    const unsure = await cli(['users', 'remove', EMAIL]);
    assert.deepEqual(
      [unsure.code, /Mugs and more” is deleted with it/.test(unsure.out)],
      [2, true],
      unsure.out,
    );
    const removed = await cli(['users', 'remove', EMAIL, '--yes']);
    assert.deepEqual([removed.code, /is removed\.\s*$/.test(removed.out)], [0, true], removed.out);
    assert.equal((await merchant.get('/me')).status, 401);
    assert.equal((await merchantOf(running, { authorization: `Bearer ${token}` }).get('/me')).status, 401);
    assert.equal((await fetch(`${running.baseUrl}/api/ucp/ann-mugs`)).status, 200);
    assert.equal((await merchantOf(running).get('/installation')).body.first_run, false);
  });

  it('says how to begin again once the last account is removed', async () => {
    const url = await database.fresh();
    const add = ['users', 'add', '--email', EMAIL, '--name', 'Ann', '--password-stdin'];
    assert.equal((await commandLine(url, add, PASSWORD)).code, 0);
    const removed = await commandLine(url, ['users', 'remove', EMAIL, '--yes']);
    assert.match(removed.out, /No account is left.+users add/s);
  });
});
