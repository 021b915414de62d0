import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { subscribeByCore as subscribe } from '../../../src/store-platforms/woocommerce/subscriptions.ts';

const PLAN = join(import.meta.dirname, '../../../connectors/woocommerce/src/Webhooks/WebhookPlan.php');
const ADDRESS = 'https://ucp.example/webhooks/corner-shop';
const SECRET = 'a secret of the shop';

it('webhooks that the WordPress plugin has made are all right to the service, which leaves them as they are [CON-5]', async () => {
  const webhooks = topicsOfPlugin().map((topic, index) => ({
    id: index + 1,
    name: nameByPlugin(topic),
    status: 'active',
    topic,
    delivery_url: ADDRESS,
  }));
  const calls: string[] = [];
  const report = await subscribe(
    async ({ path }) => {
      calls.push(path.replace(/\?.*/, ''));
      return { operation: path, headers: new Headers(), body: webhooks, errorCode: undefined, extraText: '' };
    },
    { address: ADDRESS, secret: SECRET },
  );
  assert.deepEqual(report, { created: [], repaired: [], fine: topicsOfPlugin() });
  assert.deepEqual(calls, ['/wc/v3/webhooks']);
});

function topicsOfPlugin(): string[] {
  const [, list = ''] = /const TOPICS = array\(([^)]*)\)/.exec(readFileSync(PLAN, 'utf8')) ?? [];
  return [...list.matchAll(/'([^']+)'/g)].map(([, topic = '']) => topic);
}

/** As the plugin's own tests expect it of the plugin, to the letter. */
function nameByPlugin(topic: string): string {
  const fingerprint = createHash('sha256').update(`ucp-host webhook ${SECRET}`).digest('hex').slice(0, 8);
  return `ucp-host ${topic} (${fingerprint})`;
}
