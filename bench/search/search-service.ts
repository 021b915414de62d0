import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPostgres } from '../../testing/embedded-postgres.ts';
import { type ServerState, startChild } from '../child.ts';
import { SECRET_KEY } from '../fill-database.ts';
import type { MadeUpShop } from './made-up-shop.ts';

interface SearchServiceState extends ServerState {
  residentBytes: number;
}

export type SearchService = Awaited<ReturnType<typeof startSearchService>>;

/** Starts a service in a process of its own, with an empty database. */
export async function startSearchService(options: { postgres: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'search-bench-'));
  const postgres = options.postgres ? await runPostgres({ name: 'search-bench' }) : undefined;
  if (postgres) await postgres.postgres.createDatabase('bench');
  const databaseUrl = postgres ? `${postgres.url}/bench` : `sqlite:${join(folder, 'bench.db')}`;
  const child = await startChild('search-service', {
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    LOG_LEVEL: 'silent',
    PORT: '0',
    RATE_LIMIT: 'off',
  });
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

    async stop(): Promise<void> {
      await child.stop();
      await postgres?.postgres.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
