import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { lineItems, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { shopperAt } from '../../shopping/shopper.ts';
import { type Served, startServed } from './served.ts';

const KEYS = 100;
const REQUESTS_PER_KEY = 8;
const KEYS_AT_ONCE = 10;

const slug = 'demo-woocommerce';

onEveryDatabase('an idempotency key raced over two processes', (database) => {
  const running = forSuite(() => startTestService({ database, settings: { RATE_LIMIT: 'off' } }));
  let second: Served;
  let mug: string;

  before(async () => {
    second = await startServed({ databaseUrl: running.databaseUrl, settings: { SANDBOX: 'off' } });
    const { id } = await findVariant(agentOf(running.baseUrl, slug), 'mug');
    const variants = running.shop(slug).control.products.flatMap((product) => product.variants);
    for (const variant of variants) variant.stock = null;
    mug = id;
  });
  after(() => second.kill());

  /** Creates something under a key at the service of an address, and returns its id. */
  type Create = (baseUrl: string, key: string) => Promise<string>;

  const CREATES: Record<string, Create> = {
    'checkout session of the contract': async (baseUrl, key) => {
      const agent = agentOf(baseUrl, slug);
      return (await agent.createSession([mug], {}, { 'idempotency-key': key })).body.id;
    },
    'checkout of official UCP': async (baseUrl, key) => {
      const agent = ucpAgentOf({ slug, running: { baseUrl } });
      return (await agent.keyed('/checkout-sessions', lineItems([mug]), key)).body.id;
    },
    'cart of official UCP': async (baseUrl, key) => {
      const agent = ucpAgentOf({ slug, running: { baseUrl } });
      return (await agent.keyed('/carts', lineItems([mug]), key)).body.id;
    },
    'checkout of the shopping endpoint': async (baseUrl, key) => {
      const shopper = shopperAt({ slug, running: { baseUrl } });
      const args = { items: [{ id: mug }], idempotency_key: key };
      return (await shopper.call<{ id: string }>('create_checkout', args)).id;
    },
    'cart of the shopping endpoint': async (baseUrl, key) => {
      const shopper = shopperAt({ slug, running: { baseUrl } });
      const args = { items: [{ id: mug }], idempotency_key: key };
      return (await shopper.call<{ id: string }>('create_cart', args)).id;
    },
  };

  for (const [name, create] of Object.entries(CREATES))
    it(`creates one ${name} for each of ${KEYS} keys, with ${REQUESTS_PER_KEY} raced requests each`, async () => {
      const { control } = running.shop(slug);
      control.resetCalls();
      const processes = [running.baseUrl, second.baseUrl];
      const createRaced = async () => {
        const key = randomUUID();
        const requests = Array.from({ length: REQUESTS_PER_KEY }, (_, nth) =>
          create(processes[nth % processes.length] ?? assert.fail(), key),
        );
        return new Set(await Promise.all(requests));
      };
      const ids = new Set<string>();
      for (let batch = 0; batch < KEYS / KEYS_AT_ONCE; batch += 1) {
        const raced = await Promise.all(Array.from({ length: KEYS_AT_ONCE }, createRaced));
        for (const answers of raced) {
          assert.equal(answers.size, 1, [...answers].join(', '));
          for (const id of answers) ids.add(id);
        }
      }
      assert.equal(ids.size, KEYS);
      assert.equal(control.calls()['POST /cart/create'], KEYS);
    });
});
