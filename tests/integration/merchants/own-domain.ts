import assert from 'node:assert/strict';
import type {
  AddStoreDomainResponse,
  CustomDomain,
  ListStoreDomainsResponse,
  VerifyStoreDomainResponse,
} from '../../../client/index.ts';
import { bodyOf } from '../../../testing/agent.ts';
import { askHost, type Sent } from '../../../testing/ask-host.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { type DnsServer, startDnsServer } from '../../../testing/dns-server.ts';
import { type Merchant, signUp, withToken } from '../../../testing/merchant.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

export const WELL_KNOWN = '/.well-known/ucp';

/** A service, the name servers that it asks, and the merchant of both demo stores. */
export async function startCustomDomains(database: TestDatabase, settings: Record<string, string> = {}) {
  const dns = await startDnsServer();
  const running = await startTestService({ database, settings: { DNS_SERVERS: dns.address, ...settings } });
  // A token: days pass in these tests, and a browser's session ends.
  return withCustomDomains(running, dns, await withToken(running, await signUp(running)));
}

export type CustomDomains = Awaited<ReturnType<typeof startCustomDomains>>;

function withCustomDomains(running: TestService, dns: DnsServer, merchant: Merchant) {
  const { port } = new URL(running.baseUrl);
  const at = (slug: string) => `/stores/${slug}/domains`;

  async function claim(slug: string, domain: string, who: Merchant = merchant): Promise<CustomDomain> {
    const { status, body } = await who.post<AddStoreDomainResponse>(at(slug), { domain });
    assert.ok([200, 201].includes(status), JSON.stringify(body));
    return body.domain;
  }

  async function look(
    slug: string,
    domain: string,
    who: Merchant = merchant,
  ): Promise<VerifyStoreDomainResponse> {
    return bodyOf(200, await who.post<VerifyStoreDomainResponse>(`${at(slug)}/${domain}/verify`));
  }

  /** Writes the record into the zone, beside those that stand there. */
  function setRecord({ record }: CustomDomain): void {
    dns.texts.set(record.name, [...(dns.texts.get(record.name) ?? []), record.value]);
  }

  return {
    running,
    dns,
    merchant,
    claim,
    look,
    setRecord,
    /** The zone’s address record: this very machine, where the service is. */
    point: (domain: string) => dns.addresses.set(domain, '127.0.0.1'),

    /** Claimed, proved, and leading here. */
    async live(slug: string, domain: string): Promise<CustomDomain> {
      setRecord(await claim(slug, domain));
      dns.addresses.set(domain, '127.0.0.1');
      const { domain: looked, diagnostics } = await look(slug, domain);
      assert.equal(looked.state, 'live', JSON.stringify(diagnostics));
      return looked;
    },

    async listed(slug: string): Promise<CustomDomain[]> {
      return (await merchant.get<ListStoreDomainsResponse>(at(slug))).body.items;
    },

    async stateOf(slug: string, domain: string): Promise<string | undefined> {
      return (await this.listed(slug)).find((each) => each.domain === domain)?.state;
    },

    remove: (slug: string, domain: string) => merchant.delete(`${at(slug)}/${domain}`),

    /** As an agent asks on the domain itself, through a proxy that passes `Host` on. */
    ask: (domain: string, path: string = WELL_KNOWN, request?: Sent) =>
      askHost(running.baseUrl, `${domain}:${port}`, path, request),

    /** Whether a proxy is to get a certificate for it. */
    mayHaveCertificate: async (domain: string) =>
      (await fetch(`${running.baseUrl}/tls/ask?domain=${encodeURIComponent(domain)}`)).status,

    async actions(slug: string): Promise<string[]> {
      const { body } = await merchant.get<{
        items: { actor: string; action: string; details: { domain?: string } }[];
      }>(`/stores/${slug}/audit?limit=100`);
      return body.items
        .filter(({ action }) => action.startsWith('domain.'))
        .map(
          ({ actor, action, details }) =>
            `${actor === 'service' ? 'service' : 'merchant'}: ${action} ${details.domain}`,
        );
    },

    async close(): Promise<void> {
      await running.close();
      await dns.close();
    },
  };
}
