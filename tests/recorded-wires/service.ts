import { CATCH_UP_MS, inStock, type Stage, type Wire } from './stage.ts';

/** Addresses of the service itself. */
export const service: Wire = {
  isForBoth: true,
  showsAllStores: true,
  async play({ call, running, agent, tape, settle, advance }) {
    await settle();
    // Changes are looked for once the catalog was copied: at the first time both jobs are due at once.
    advance(CATCH_UP_MS);
    await settle();
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/nowhere', '/api/nowhere', '/%', '/'])
      await call('GET', path);
    for (const path of ['/healthz', '/openapi.json', '/connectors/ucp-host.zip']) await call('HEAD', path);
    await call('GET', '/healthz', { headers: { host: 'rebound.example' } });
    await agent.search('mug');
    const answer = await fetch(`${running.baseUrl}/metrics`);
    const headers = [['content-type', answer.headers.get('content-type') ?? '']] as [string, string][];
    tape.add('GET /metrics: names and labels', { headers, body: withoutValues(await answer.text()) });
    running.service.announceStop();
    await call('GET', '/readyz');
  },
};

/**
 * Names, kinds, explanations and labels of the service's own metrics. Values are of the run, and connections are counted on
 * PostgreSQL only.
 */
function withoutValues(metrics: string): string {
  const own = metrics.split('\n').filter((line) => /^(?:# \w+ )?ucp_(?!database_connections)/.test(line));
  const lines = own.map((line) => (line.startsWith('#') ? line : line.replace(/ \S+$/, '')));
  return [...new Set(lines)].toSorted().join('\n');
}

/** A hundredth of the usual limits, so that they are soon reached. */
export const rateLimits: Wire = {
  isForBoth: true,
  settings: { RATE_LIMIT: '0.01' },
  async play(stage) {
    const { slug } = stage;
    const mug = (await inStock(stage, 'mug')).id;
    const body = { line_items: [{ item: { id: mug }, quantity: 1 }] };
    const refused = async (send: () => ReturnType<Stage['call']>) => {
      for (let times = 0; times < 20; times += 1) if ((await send()).status === 429) return;
    };
    await refused(() => stage.call('POST', `/api/ucp/${slug}/checkout-sessions`, { body }));
    await refused(() => stage.call('GET', `/api/ucp/${slug}/catalog/search?q=mug&first=1`));
    await stage.call('POST', `/api/ucp/${slug}/mcp`, {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    await stage.call('POST', `/ucp/${slug}/catalog/search`, { body: { query: 'mug' } });
  },
};
