import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HEALTH_ASPECTS } from '../../../src/commerce/store/health.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { assertOnWire as keepsTo } from '../connector/wire-schema.ts';
import {
  ask,
  newCode,
  openService,
  openSite,
  pairRequest,
  setSiteFault,
  signUp,
  siteIsPaired,
  typeCode,
  wrongCode,
} from './at-pairing.ts';
import { listeningProxy } from './listening-proxy.ts';

describe('the wire of pairing', () => {
  const running = forSuite(() => openService(anyDatabase));
  const merchant = forSuite(() => signUp(running));
  const site = forSuite(() => openSite());
  const service = forSuite(() => listeningProxy(running.baseUrl));

  const last = () => service.heard.at(-1) ?? assert.fail('nothing was heard');

  it('keeps to the schema in what the site asks, and in every answer of the service', async () => {
    const { code } = await newCode(merchant);
    setSiteFault(site, 'login_wall');
    await typeCode(site, service.url, code);
    keepsTo('pairRequest', last().asked);
    assert.equal(last().status, 409);
    keepsTo('pairingNotPossible', last().answered);
    setSiteFault(site, null);
    await typeCode(site, service.url, code);
    assert.equal(last().status, 201);
    keepsTo('pairAnswer', last().answered);
    const refused = await ask(running, pairRequest(site, wrongCode(code)));
    keepsTo('pairingRefused', JSON.parse(refused.text));
    for (let turn = 0; turn < 20; turn += 1) await ask(running, pairRequest(site, wrongCode(code)));
    const tooMany = await ask(running, pairRequest(site, wrongCode(code)));
    assert.equal(tooMany.status, 429);
    keepsTo('tooManyRequests', JSON.parse(tooMany.text));
  });

  it('status and unpair, with a token and without', async () => {
    const { code } = await newCode(merchant);
    await typeCode(site, service.url, code);
    const { service_token: token } = last().answered as { service_token: string };
    const connector = (path: string, method: string, bearer: string) =>
      fetch(`${running.baseUrl}/api/connector${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}` },
      });
    const status = await connector('/status', 'GET', token);
    assert.equal(status.status, 200);
    const paired = (await status.json()) as { health: { aspects: { aspect: string }[] } };
    keepsTo('statusAnswer', paired);
    assert.deepEqual(pluck(paired.health.aspects, 'aspect'), HEALTH_ASPECTS);
    const unknown = await connector('/status', 'GET', 'no-such-token');
    assert.equal(unknown.status, 401);
    keepsTo('serviceError', await unknown.json());
    const unpaired = await connector('/unpair', 'POST', token);
    assert.equal(unpaired.status, 200);
    keepsTo('unpaired', await unpaired.json());
    assert.equal((await connector('/unpair', 'POST', token)).status, 401);
  });

  it('keeps to the schema in the site’s own answers: health, proof, unpair', async () => {
    const { consumerKey, consumerSecret } = site.credentials;
    const headers = { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` };
    const at = (path: string, init: RequestInit = {}) =>
      fetch(`${site.url}/wp-json/wc-ucp-host/v1${path}`, { headers, ...init });
    await typeCode(site, running.baseUrl, (await newCode(merchant)).code);
    keepsTo('health', await (await at('/health')).json());
    keepsTo('pairingProof', await (await at(`/pairing-proof?challenge=${'a'.repeat(43)}`)).json());
    keepsTo('siteRefusal', await (await at('/pairing-proof?challenge=short')).json());
    keepsTo('unpaired', await (await at('/unpair', { method: 'POST' })).json());
    assert.equal((await siteIsPaired(site)).paired, false);
    const after = await at(`/pairing-proof?challenge=${'a'.repeat(43)}`);
    assert.equal(after.status, 404);
    keepsTo('siteRefusal', await after.json());
    keepsTo('health', await (await at('/health')).json());
  });
});
