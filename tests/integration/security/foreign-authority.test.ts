import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { startAgentPlatform } from '../../../testing/agent-platform.ts';
import { askHost } from '../../../testing/ask-host.ts';
import { databases } from '../../../testing/databases.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';

const EVIL = 'evil.example';
const OWN = 'ucp.example';
const DOMAIN = 'stores.example';

for (const database of databases)
  for (const shop of PLATFORMS)
    describe(`a signature of a platform for one host (${database.name}, ${shop})`, () => {
      const slug = `demo-${shop}`;
      const domain = `agents.${shop}.example`;
      const dns = forSuite(() => startDnsServer());
      const running = forSuite(() =>
        startTestService({
          database,
          settings: {
            BASE_URL: `https://${OWN}`,
            HOST_DOMAIN: DOMAIN,
            TRUST_PROXY: '1',
            DNS_SERVERS: dns.address,
          },
        }),
      );
      const platform = forSuite(() => startAgentPlatform());
      let origin: string;
      before(async () => {
        const [address] = running.service.server.addresses();
        origin = `http://127.0.0.1:${typeof address === 'object' ? address.port : ''}`;
        await proveDomain();
      });

      async function proveDomain(): Promise<void> {
        const merchant = await signUp({ baseUrl: origin });
        const claimed = await merchant.post<{ domain: { record: { name: string; value: string } } }>(
          `/stores/${slug}/domains`,
          { domain },
        );
        const { name, value } = claimed.body.domain.record;
        dns.texts.set(name, [value]);
        const looked = await merchant.post<{ domain: { state: string } }>(
          `/stores/${slug}/domains/${domain}/verify`,
        );
        assert.equal(looked.body.domain.state, 'verified');
      }

      interface Replay {
        /** Store that the agent platform addressed. */
        signedFor: string;
        /** URL of the request, sent with the Host below. */
        path: string;
        host: string;
        more?: Record<string, string>;
        body?: object;
        fields?: string[];
      }

      async function replay({ signedFor, path, host, more = {}, body, fields }: Replay) {
        const text = body && JSON.stringify(body);
        const request = {
          method: 'POST',
          url: `https://${signedFor}${path}`,
          idempotencyKey: createHash('sha256')
            .update(JSON.stringify([signedFor, host, more]))
            .digest('hex'),
          ...(text === undefined ? {} : { body: text }),
        };
        const signed = await platform.sign(request, fields ? { fields } : {});
        const headers = { ...signed, accept: 'application/json', ...more };
        return askHost(origin, host, path, {
          method: 'POST',
          headers,
          ...(body ? { body } : {}),
        });
      }

      const search = { query: 'mug' };
      const rpc = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_catalog', arguments: { catalog: search } },
      };
      const rest = `/ucp/${slug}/catalog/search`;
      const mcp = `/ucp/${slug}/mcp`;

      const REPLAYED: Record<string, Pick<Replay, 'host' | 'more'>> = {
        'its own Host': { host: EVIL },
        'our Host': { host: OWN },
        'its own Host and X-Forwarded-Host': { host: EVIL, more: { 'x-forwarded-host': EVIL } },
        'our Host and X-Forwarded-Host': { host: OWN, more: { 'x-forwarded-host': EVIL } },
        'the Host of a store’s domain': { host: domain, more: { 'x-forwarded-host': EVIL } },
        'the Host of a proxy’s upstream': { host: 'ucp-host:8787', more: { 'x-forwarded-host': EVIL } },
      };
      for (const [name, request] of Object.entries(REPLAYED))
        it(`refuses over REST and MCP a signature for another business that is replayed with ${name}`, async () => {
          const below = request.host === domain;
          const atRest = below ? '/ucp/catalog/search' : rest;
          const overRest = await replay({ signedFor: EVIL, path: atRest, body: search, ...request });
          assert.deepEqual([overRest.status, overRest.body.code], [401, 'signature_invalid'], overRest.text);
          const overMcp = await replay({
            signedFor: EVIL,
            path: below ? '/ucp/mcp' : mcp,
            body: rpc,
            ...request,
          });
          assert.deepEqual(
            [overMcp.status, overMcp.body.error?.data?.code],
            [401, 'signature_invalid'],
            overMcp.text,
          );
        });

      it('refuses a signature for another business that covers the whole address', async () => {
        const fields = ['@method', '@authority', '@target-uri', '@path', 'ucp-agent', 'idempotency-key'];
        const covered = [...fields, 'content-digest', 'content-type'];
        const request = { path: rest, body: search, fields: covered };
        const foreign = await replay({ signedFor: EVIL, host: EVIL, ...request });
        assert.equal(foreign.status, 401, foreign.text);
        const ours = await replay({ signedFor: OWN, host: OWN, ...request });
        assert.equal(ours.status, 200, ours.text);
      });

      it('refuses a signature at another host of this service than the one that it is for', async () => {
        const foreign = { path: '/ucp/catalog/search', body: search };
        const at = `${slug}.${DOMAIN}`;
        assert.equal((await replay({ signedFor: domain, host: at, ...foreign })).status, 401);
        assert.equal((await replay({ signedFor: OWN, host: domain, ...foreign })).status, 401);
        assert.equal((await replay({ signedFor: EVIL, host: `nobody.${DOMAIN}`, ...foreign })).status, 404);
      });

      const TAKEN: Record<string, Omit<Replay, 'body'>> = {
        'the service’s': { signedFor: OWN, host: OWN, path: rest },
        'the service’s, in other letters and with its port': {
          signedFor: OWN,
          host: 'UCP.example:443',
          path: rest,
        },
        'the service’s, behind a proxy that replaces Host': {
          signedFor: OWN,
          host: 'ucp-host.internal:8787',
          path: rest,
        },
        'the service’s, whatever X-Forwarded-Host says': {
          signedFor: OWN,
          host: OWN,
          path: rest,
          more: { 'x-forwarded-host': EVIL },
        },
        'the store’s below HOST_DOMAIN': {
          signedFor: `${slug}.${DOMAIN}`,
          host: `${slug}.${DOMAIN}`,
          path: '/ucp/catalog/search',
        },
        'the store’s own domain': { signedFor: domain, host: domain, path: '/ucp/catalog/search' },
      };
      for (const [name, request] of Object.entries(TAKEN))
        it(`holds when the host is ${name}`, async () => {
          const { status, text } = await replay({ ...request, body: search });
          assert.equal(status, 200, text);
        });

      it('leads no page of a permalink to a host that only the request names', async () => {
        for (const host of [EVIL, OWN, `${slug}.${DOMAIN}`, domain])
          for (const below of ['', '/damaged:', '/damaged:0?x=1', '/problem/malformed']) {
            const isStores = host !== EVIL && host !== OWN;
            const path = `${isStores ? '/buy' : `/ucp/${slug}/buy`}${below}`;
            const headers = { 'x-forwarded-host': EVIL, 'user-agent': 'Mozilla/5.0', accept: 'text/html' };
            const answer = await askHost(origin, host, path, { headers });
            const text = JSON.stringify([answer.headers, answer.text]);
            assert.doesNotMatch(text, /evil\.example/, `${host}${path}`);
          }
      });
    });
