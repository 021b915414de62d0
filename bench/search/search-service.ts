import { runPostgres } from '../../testing/embedded-postgres.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type ServerState, startChild } from '../child.ts';
import { settingsFor } from '../service-child.ts';
import type { MadeUpShop } from './made-up-shop.ts';

interface SearchServiceState extends ServerState {
  residentBytes: number;
}

export type SearchService = Awaited<ReturnType<typeof startSearchService>>;

/** Starts a service in a process of its own, with an empty database. */
export async function startSearchService(options: { postgres: boolean }) {
  const folder = await temporaryFolder();
  const postgres = options.postgres ? await runPostgres({ name: 'search-bench' }) : undefined;
  if (postgres) await postgres.postgres.createDatabase('bench');
  const databaseUrl = postgres ? `${postgres.url}/bench` : `sqlite:${folder.file('bench.db')}`;
  const child = await startChild('service-at-work', { ...settingsFor(databaseUrl), LOG_LEVEL: 'silent' });
  const state = () => child.ask<SearchServiceState>({});
  const { port } = await state();
  const address = `http://127.0.0.1:${port}`;

  return {
    databaseUrl,
    state,
    connect: (shop: MadeUpShop) => child.ask({ connect: shop }),
    /** Does all background work that is due, imports of new stores included. */
    work: () => child.ask({ work: true }),

    async search(slug: string, text: string): Promise<string> {
      const response = await fetch(`${address}/api/ucp/${slug}/catalog/search?q=${encodeURIComponent(text)}`);
      const body = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${body}`);
      return body;
    },

    async indexBytes(): Promise<number> {
      const text = await (await fetch(`${address}/metrics`)).text();
      return Number(/^ucp_search_index_bytes (\d+)/m.exec(text)?.[1] ?? 0);
    },

    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await postgres?.postgres.stop();
      await folder.close();
    },
  };
}
