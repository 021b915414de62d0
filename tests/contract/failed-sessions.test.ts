import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { GetStoreSessionResponse, ListStoreSessionsResponse } from '../../client/index.ts';
import type { Fault } from '../../simulated-shops/shop/types.ts';
import { toErrorTextForAgents } from '../../src/commerce/text/error-text-for-agents.ts';
import { type Agent, type ErrorBody, findVariant, type Line } from '../../testing/agent.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { inShop, onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { brokenOff, interruptedBy } from '../../testing/interruptions.ts';
import { runHastened } from '../../testing/run-hastened.ts';
import { PLATFORMS } from '../../testing/test-service.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';
import { read, startActivity } from '../integration/merchants/activity.ts';

const CART_CALL = { shopify: 'graphql', woocommerce: 'cart/create' } as const;
const HOUR_MS = 60 * 60_000;

onEveryDatabase('a session that fails at its creation', (database) => {
  let interruption = brokenOff();
  const at = forSuite(() =>
    startActivity(database, {
      overrides: { fetch: (input, init) => interruptedBy(interruption)(input, init) },
      settings: { PLATFORM_TIMEOUT_MS: '20000' },
    }),
  );

  for (const platform of PLATFORMS)
    describe(platform, () => {
      const slug = `demo-${platform}`;
      const newAgent = () => at.agent(slug, `${randomUUID()}.example`);
      const merchantReads = <Body>(path: string) => read<Body>(at, path, slug);

      /** Merchant's view of the session that the refused request left. */
      async function latest(): Promise<GetStoreSessionResponse> {
        const { items } = await merchantReads<ListStoreSessionsResponse>('/sessions?per_page=1');
        return merchantReads<GetStoreSessionResponse>(`/sessions/${items[0]?.id}`);
      }

      /** Expected views of the merchant and of an agent with the session's id. */
      async function assertExplained(agent: Agent, refused: ErrorBody, requestId: string, lines: Line[]) {
        const { session, timeline } = await latest();
        assert.deepEqual([session.status, session.ending], ['failed', 'error']);
        const { failure } = session;
        assert.ok(failure);
        // Merchants read the cause, agents only its effect.
        const forAgents = toErrorTextForAgents({ kind: failure.code, message: failure.message });
        assert.deepEqual([failure.code, forAgents], [refused.code, refused.error]);
        assert.equal(failure.request_id, requestId);
        assert.deepEqual(
          failure.line_items.map(({ item, quantity }) => [item.id, quantity]),
          lines.map((line) => (typeof line === 'string' ? [line, 1] : line)),
        );
        const { request } = await merchantReads<{ request: { session_id: string; request_id: string } }>(
          `/requests/${failure.request_log_id}`,
        );
        assert.deepEqual([request.session_id, request.request_id], [session.id, requestId]);
        const ended = timeline.find(({ kind, title }) => kind === 'status' && title === 'failed');
        assert.equal(ended?.detail, failure.message);
        assert.ok(timeline.some((entry) => entry.request_log_id === failure.request_log_id));

        const expected = { code: refused.code, message: refused.error };
        const { status, body } = await agent.readSession(session.id);
        assert.deepEqual([status, body.status, body.failure], [200, 'failed', expected]);
        const overMcp = await agent.rpc<{ content: { text: string }[] }>({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'get_checkout_session', arguments: { session_id: session.id } },
        });
        assert.deepEqual(JSON.parse(overMcp.body.result?.content[0]?.text ?? '{}').failure, expected);
      }

      async function refuse(agent: Agent, lines: Line[], status: number) {
        const requestId = randomUUID();
        const answer = await agent.createSession(lines, {}, { 'x-request-id': requestId });
        assert.equal(answer.status, status, JSON.stringify(answer.body));
        return { requestId, error: answer.body as unknown as ErrorBody };
      }

      it('names the out-of-stock item, the request and the requested quantity', async (t) => {
        const agent = newAgent();
        const { id } = await findVariant(agent, 'mug');
        const variant = inShop({ ...somewhere(slug), running: at.running }, id);
        changeDuring(t, variant, { stock: 0 });
        const { error, requestId } = await refuse(agent, [[id, 2]], 409);
        assert.equal(error.code, 'item_unavailable');
        await assertExplained(agent, error, requestId, [[id, 2]]);
      });

      it('names the item that the shop does not know', async () => {
        const agent = newAgent();
        const unknown = `gid://${platform}/ProductVariant/999999999`;
        const { error, requestId } = await refuse(agent, [unknown], 400);
        await assertExplained(agent, error, requestId, [unknown]);
      });

      const faults: [Fault['kind'], number][] = [
        ['server_error', 502],
        ['throttled', 503],
      ];
      for (const [kind, status] of faults)
        it(`says that the shop failed (${kind}, ${status})`, async (t) => {
          const agent = newAgent();
          const { id } = await findVariant(agent, 'mug');
          const { control } = at.running.shop(slug);
          control.inject({ kind });
          t.after(() => control.clearFaults());
          const { error, requestId } = await refuse(agent, [id], status);
          control.clearFaults();
          at.running.advance(2 * 60_000);
          await assertExplained(agent, error, requestId, [id]);
        });

      it('distinguishes canceled and expired sessions from failed ones', async () => {
        const agent = newAgent();
        const { id } = await findVariant(agent, 'mug');
        const { body: session } = await agent.createSession([id]);
        await agent.cancel(session.id);
        const { session: canceled } = await latest();
        assert.deepEqual([canceled.id, canceled.ending, canceled.failure], [session.id, 'canceled', null]);
        assert.equal('failure' in (await agent.readSession(session.id)).body, false);
        const { body: open } = await agent.createSession([id]);
        assert.equal((await latest()).session.ending, null);
        at.running.advance(7 * HOUR_MS);
        const { session: expired } = await latest();
        assert.deepEqual([expired.id, expired.ending, expired.failure], [open.id, 'expired', null]);
      });

      it('shows its reason after a replay saw it initiated, and frees its key', async (t) => {
        const agent = newAgent();
        const { id } = await findVariant(agent, 'mug');
        const key = { 'idempotency-key': randomUUID() };
        const { control } = at.running.shop(slug);
        interruption = brokenOff();
        interruption.hold(CART_CALL[platform]);
        const create = agent.createSession([id], {}, key);
        await interruption.reached;
        interruption.letOthersPass();
        const replay = await runHastened(t, () => agent.createSession([id], {}, key));
        assert.deepEqual([replay.status, replay.body.status], [200, 'initiated']);
        control.inject({ kind: 'server_error' });
        interruption.release();
        const refused = await create;
        control.clearFaults();
        at.running.advance(2 * 60_000);
        assert.equal(refused.status, 502, JSON.stringify(refused.body));

        const { code, error: message } = refused.body as unknown as ErrorBody;
        const { body: failed } = await agent.readSession(replay.body.id);
        assert.deepEqual([failed.status, failed.failure], ['failed', { code, message }]);
        assert.equal(failed.continue_url, null);
        assert.equal((await agent.complete(replay.body.id)).status, 409);

        const again = await Promise.all([1, 2, 3].map(() => agent.createSession([id], {}, key)));
        assert.deepEqual(again.map(({ status }) => status).sort(), [200, 200, 201]);
        const ids = new Set(again.map(({ body }) => body.id));
        assert.equal(ids.size, 1);
        assert.equal(ids.has(replay.body.id), false);
        const carts = control.carts().filter(({ sessionId }) => sessionId !== null && ids.has(sessionId));
        assert.equal(carts.length, 1);
      });

      it('shows its reason in official UCP, too', async () => {
        const { error } = await refuse(newAgent(), [`gid://${platform}/ProductVariant/999999999`], 400);
        const { session } = await latest();
        const { body } = await ucpAgentOf(somewhere(slug)).get(`/checkout-sessions/${session.id}`);
        assert.equal(body.status, 'canceled');
        const [message] = body.messages ?? [];
        assert.deepEqual([message?.code, message?.content], [error.code, error.error]);
      });

      function somewhere(place: string) {
        return { slug: place, platform, agent: newAgent(), running: at.running };
      }
    });
});
