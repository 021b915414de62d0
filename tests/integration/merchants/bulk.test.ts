import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  ListStoreAuditEntriesResponse,
  ListStoresResponse,
  PauseStoresResponse,
} from '../../../client/index.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { joinAs, type Merchant, signUp, withToken } from '../../../testing/merchant.ts';

const BOTH = ['demo-shopify', 'demo-woocommerce'];

withService('bulk actions at stores', (running) => {
  const owner = forSuite(() => signUp(running));

  const outcomesOf = async (merchant: Merchant, path: string, input: object) =>
    bodyOf(200, await merchant.post<PauseStoresResponse>(`/stores/${path}`, input)).items;
  const outcomes = async (merchant: Merchant, path: string, input: object) =>
    (await outcomesOf(merchant, path, input)).map(({ slug, outcome, code }) => [slug, outcome, code]);
  const listed = async (query = '') =>
    bodyOf(200, await owner.get<ListStoresResponse>(`/stores${query}`)).items;

  it('reports what happened at each store, and changes each once, also when calls are repeated or race', async () => {
    const both = (outcome: string) => BOTH.map((slug) => [slug, outcome, null]);
    const stores = [...BOTH, 'demo-shopify', 'no-such-store'];
    const paused = [...both('changed'), ['no-such-store', 'refused', 'not_found']];
    assert.deepEqual(await outcomes(owner, 'pause', { stores }), paused);
    assert.ok((await listed()).every(({ paused_at }) => paused_at !== null));
    assert.deepEqual(await outcomes(owner, 'resume', { stores: BOTH }), both('changed'));
    assert.deepEqual(await outcomes(owner, 'resume', { stores: BOTH }), both('unchanged'));
    const raced = await Promise.all([1, 2].map(() => outcomesOf(owner, 'pause', { stores: BOTH })));
    assert.ok(raced.flat().every(({ outcome }) => outcome !== 'refused'));
    await outcomesOf(owner, 'resume', { stores: BOTH });
    for (const slug of BOTH) {
      const path = `/stores/${slug}/audit?per_page=100`;
      const { items } = bodyOf(200, await owner.get<ListStoreAuditEntriesResponse>(path));
      const actions = items.map(({ action }) => action).filter((action) => /paused|resumed/.test(action));
      assert.deepEqual(actions, ['store.resumed', 'store.paused', 'store.resumed', 'store.paused']);
    }
  });

  it('asks for the permission at each store', async () => {
    const analyst = await signUp(running);
    await joinAs('analyst', owner, analyst);
    const [outcome] = await outcomesOf(analyst, 'pause', { stores: ['demo-shopify'] });
    assert.deepEqual([outcome?.outcome, outcome?.code], ['refused', 'forbidden']);
    const stranger = await signUp(running);
    assert.deepEqual(await outcomes(stranger, 'pause', { stores: ['demo-shopify'] }), [
      ['demo-shopify', 'refused', 'not_found'],
    ]);
    const narrow = await withToken(running, owner, ['demo-shopify']);
    assert.deepEqual(await outcomes(narrow, 'test', { stores: BOTH }), [
      ['demo-shopify', 'changed', null],
      ['demo-woocommerce', 'refused', 'not_found'],
    ]);
    const reader = await withToken(running, owner, undefined, 'read');
    assert.equal((await reader.post('/stores/pause', { stores: BOTH })).status, 403);
  });

  it('refuses no store, and more than a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `store-${index}`);
    for (const stores of [[], many, undefined, 'demo-shopify']) {
      const { status, body } = await owner.post<ErrorBody>('/stores/pause', { stores });
      assert.equal(status, 400);
      assert.match(body.error, /^stores /);
    }
  });

  it('imports, and switches a capability', async () => {
    assert.deepEqual(await outcomes(owner, 'import', { stores: BOTH }), [
      ['demo-shopify', 'changed', null],
      ['demo-woocommerce', 'changed', null],
    ]);
    await running.settle();
    const off = { stores: BOTH, cart: false };
    const [first] = await outcomesOf(owner, 'capabilities', off);
    assert.equal(first?.message, 'Carts switched off.');
    assert.deepEqual((await outcomes(owner, 'capabilities', off))[0], ['demo-shopify', 'unchanged', null]);
    await outcomesOf(owner, 'capabilities', { stores: BOTH, cart: true });
  });

  it('adds labels and removes others, by which the list is filtered', async () => {
    await outcomesOf(owner, 'labels', { stores: BOTH, add: ['berlin', 'trial'] });
    const [outcome] = await outcomesOf(owner, 'labels', {
      stores: ['demo-shopify'],
      add: ['vip'],
      remove: ['trial'],
    });
    assert.equal(outcome?.message, 'Labels: berlin, vip.');
    assert.deepEqual(
      (await listed('?label=trial')).map(({ slug }) => slug),
      ['demo-woocommerce'],
    );
    const same = { stores: ['demo-shopify'], add: ['vip'] };
    assert.deepEqual(await outcomes(owner, 'labels', same), [['demo-shopify', 'unchanged', null]]);
    const one = '/stores/demo-shopify/labels';
    const added = ['a', 'b', 'c', 'd'].map((each) => owner.post(one, { add: [each] }));
    for (const answer of await Promise.all(added)) assert.equal(answer.status, 200);
    const labels = (await listed('?q=demo-shopify'))[0]?.labels;
    assert.deepEqual(labels, ['a', 'b', 'berlin', 'c', 'd', 'vip'], 'concurrent changes merge');
    for (const add of [['<b>'], ['x'.repeat(41)], Array.from({ length: 5 }, (_, n) => `more ${n}`)])
      assert.equal((await owner.post(one, { add })).status, 400);
    await outcomesOf(owner, 'labels', { stores: BOTH, remove: labels });
  });

  it('runs bulk actions as a command, too, for stores that are named or chosen', async () => {
    const run = (...args: string[]) => commandLine(running.databaseUrl, ['stores', 'bulk', ...args]);
    const labeled = await run('label', '--add', 'north', 'demo-shopify', 'nowhere', '--json');
    assert.equal(labeled.code, 1, 'a refusal fails the command for scripts');
    assert.deepEqual(
      JSON.parse(labeled.out).map(({ slug, outcome }: Record<string, string>) => [slug, outcome]),
      [
        ['demo-shopify', 'changed'],
        ['nowhere', 'refused'],
      ],
    );
    const paused = await run('pause', '--label', 'north');
    assert.equal(paused.code, 0, paused.out);
    assert.match(paused.out, /demo-shopify +changed +Paused\./);
    const organization = (await running.service.stores.find('demo-shopify'))?.organizationId ?? '';
    const slugsOf = async (label: string) => {
      const { out } = await run('pause', '--label', label, '--organization', organization, '--json');
      return (JSON.parse(out) as { slug: string }[]).map(({ slug }) => slug);
    };
    assert.deepEqual(await slugsOf('north'), ['demo-shopify'], 'only what has both');
    assert.deepEqual(await slugsOf('south'), []);
    assert.match((await run('pause', '--all')).out, /demo-shopify +unchanged +Paused already\./);
    assert.match((await run('resume', '--all')).out, /demo-woocommerce +changed +Resumed\./);
    assert.match((await run('capability', 'cart', 'off', '--all')).out, /Carts switched off\./);
    assert.match((await run('capability', 'cart', 'on', ...BOTH)).out, /Carts switched on\./);
    const none = await run('pause');
    assert.equal(none.code, 1);
    assert.match(none.out, /stores must name stores; or choose them by --label/);
  });
});
