import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { INSTANT_VARIANT, instant } from '../../../bench/instant-platform.ts';
import { createService } from '../../../src/service.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { agentOf } from '../../../testing/agent.ts';
import type { RawAnswer } from './raw-http.ts';

const SLUG = 'a-store';
/** Concurrent requests, each with its own resources, so that none waits for a lease. */
export const CONCURRENCY = 25;

/** Request below the store's URL. */
export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

export interface FuzzedService {
  send(fuzzed: FuzzedRequest): Promise<RawAnswer>;
  /** Creates one resource of each kind per request of a round, with ids by the name of the path's parameter. */
  makeResources(): Promise<Record<string, string[]>>;
  close(): Promise<void>;
}

/** Service over real HTTP with one store whose platform answers from memory. */
export async function startFuzzedService(): Promise<FuzzedService> {
  const settings = {
    PORT: '0',
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEY: 'a secret key of the tests only',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  };
  const service = await createService(readConfig(settings), { platforms: { instant } });
  const baseUrl = await service.listen({ backgroundWork: false });
  await service.connectStore({ slug: SLUG, platform: 'instant', credentials: {} });
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  return {
    send: (fuzzed) => send(new URL(baseUrl), agent, fuzzed),
    makeResources: () => makeResources(baseUrl),
    async close() {
      agent.destroy();
      await service.close();
    },
  };
}

async function makeResources(baseUrl: string): Promise<Record<string, string[]>> {
  const agent = agentOf(baseUrl, SLUG);
  const lines = { line_items: [{ item: { id: INSTANT_VARIANT } }] };
  const ids = { session_id: [] as string[], cart_id: [] as string[], order_id: [] as string[] };
  for (let count = 0; count < CONCURRENCY; count += 1) {
    const bought = await agent.createSession([INSTANT_VARIANT]);
    const { body } = await agent.complete(bought.body.id);
    ids.order_id.push(body.order?.id ?? assert.fail('a completed session has an order'));
    ids.session_id.push((await agent.createSession([INSTANT_VARIANT])).body.id);
    ids.cart_id.push((await agent.post<{ id: string }>('/carts', lines)).body.id);
  }
  return ids;
}

function send({ hostname, port }: URL, agent: Agent, fuzzed: FuzzedRequest): Promise<RawAnswer> {
  const { method, headers, body } = fuzzed;
  const path = `/api/ucp/${SLUG}${fuzzed.path}`;
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject).on('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({ status: response.statusCode ?? 0, headers: new Headers(headers), text });
      });
    });
    call.on('error', reject).end(body);
  });
}
