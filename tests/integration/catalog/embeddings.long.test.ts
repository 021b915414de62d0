import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { productPageResponse } from '../../../src/protocols/contract/responses.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from '../../../testing/embeddings-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';

const MEANINGS = { warmth: ['beanie', 'headgear'], boat: ['kayak', 'watercraft'] };
const GOODS = [
  { title: 'Beanie', price: '20.00', descriptionHtml: '<p>Knitted.</p>' },
  { title: 'Kayak', price: '200.00', descriptionHtml: '<p>Inflatable.</p>' },
];
const MODEL_RESTS_MS = 31_000;

for (const database of databases)
  for (const platform of PLATFORMS)
    describe(`search with a model of embeddings (${database.name}, ${platform})`, () => {
      let model: EmbeddingsServer;
      let running: TestService;
      before(async () => {
        model = await startEmbeddingsServer(MEANINGS);
        running = await startTestService({ database, settings: settingsOf('first') });
        await running.settle();
        for (const goods of GOODS) shop().createProduct(goods);
        await running.settle();
        await titlesFor('anything');
        await running.settle();
      });
      after(async () => {
        await running?.close();
        await model?.close();
      });
      beforeEach(() => {
        model.requests = [];
      });
      afterEach(() => {
        model.fault = undefined;
        running.advance(MODEL_RESTS_MS);
      });

      const settingsOf = (name: string) => ({
        ...{ EMBEDDINGS_URL: model.url, EMBEDDINGS_MODEL: name, EMBEDDINGS_API_KEY: 'a key of the model' },
        RATE_LIMIT: 'off',
      });
      const shop = () => running.shop(`demo-${platform}`).control;
      const textsAsked = () => model.requests.flatMap(({ input }) => input);

      async function titlesFor(words: string): Promise<string[]> {
        const path = `/catalog/search?q=${encodeURIComponent(words)}`;
        const answer = await agentOf(running.baseUrl, `demo-${platform}`).get(path);
        return productPageResponse.parse(bodyOf(200, answer)).products.map(({ title }) => title);
      }

      /** Searches until the index has seen what the model was asked for: it is a second behind the copy at most. */
      const indexed = (isSo: () => Promise<boolean> | boolean) =>
        eventually(async () => {
          running.advance(61_000);
          await titlesFor('anything');
          await running.settle();
          return isSo();
        }, 'the index has seen it');

      it('finds what means the same in other words', async () => {
        await indexed(async () => (await titlesFor('watercraft')).length > 0);
        assert.deepEqual(await titlesFor('headgear'), ['Beanie']);
        assert.equal((await titlesFor('beanie'))[0], 'Beanie');
      });

      it('keeps to prices and to what a sentence excludes', async () => {
        const goodsFor = async (words: string) => {
          const titles = await titlesFor(words);
          return GOODS.map(({ title }) => title).filter((title) => titles.includes(title));
        };
        assert.deepEqual(await goodsFor('watercraft headgear'), ['Beanie', 'Kayak']);
        assert.deepEqual(await goodsFor('watercraft headgear under 50 dollars'), ['Beanie']);
        assert.deepEqual(await goodsFor('watercraft headgear, not inflatable'), ['Beanie']);
      });

      it('asks the model once for a text, with the key', async () => {
        for (let count = 0; count < 3; count += 1) await titlesFor('headgear for winter');
        assert.deepEqual(textsAsked(), ['headgear for winter']);
        assert.equal(model.requests[0]?.authorization, 'Bearer a key of the model');
      });

      it('asks the model again for a product only when its text has changed', async () => {
        const [beanie, kayak] = GOODS.map((goods) =>
          shop().products.find(({ title }) => title === goods.title),
        );
        const [variant] = beanie?.variants ?? [];
        assert.ok(beanie && kayak && variant);
        variant.price = '21.00';
        kayak.title = 'Kayak of rubber';
        for (const { id } of [beanie, kayak]) shop().touchProduct(id);
        await indexed(() => textsAsked().some((text) => text.startsWith('Kayak of rubber')));
        assert.deepEqual(
          textsAsked().filter((text) => text.startsWith('Beanie')),
          [],
        );
      });

      const FAULTS = {
        fails: { status: 500, body: 'out of memory' },
        'answers no JSON': { status: 200, body: 'hello' },
        'answers no vectors': { status: 200, body: '{"data":[{"index":0,"embedding":["one"]}]}' },
        'answers too few vectors': { status: 200, body: '{"data":[]}' },
      };
      for (const [name, fault] of Object.entries(FAULTS))
        it(`answers by words alone while the model ${name}, and leaves it alone for a while`, async () => {
          model.fault = fault;
          assert.deepEqual(await titlesFor(`watercraft ${name}`), []);
          assert.match((await titlesFor('an inflatable kayak'))[0] ?? '', /^Kayak/);
          assert.equal(model.requests.length, 1);
        });

      it('makes all vectors anew for another model', async () => {
        await running.close();
        running = await startTestService({
          ...{ database, databaseUrl: running.databaseUrl },
          settings: settingsOf('second'),
        });
        await indexed(() => textsAsked().some((text) => text.startsWith('Kayak')));
        assert.ok(model.requests.every((each) => each.model === 'second'));
      });
    });
