import { PLAYGROUND_AGENT } from '../commerce/agents.ts';
import type { Period } from '../commerce/days.ts';
import { visibleText } from '../commerce/visible-text.ts';
import {
  type ExplainedSearch,
  explainSearch,
  type PreviewedSearch,
  previewSearches,
} from '../operations/explain-search.ts';
import type { StoreContext } from '../operations/store-context.ts';
import { mustBeConnected } from './at-store.ts';
import type { StoreVisit } from './merchant-context.ts';

export type { ExplainedSearch, PreviewedSearch } from '../operations/explain-search.ts';

/** Searches as an agent does, without being counted. Throws `conflict` for a disconnected store. */
export async function trySearch(
  visit: StoreVisit,
  query: { text: string; first: number },
): Promise<ExplainedSearch> {
  mustBeConnected(visit);
  return explainSearch(await openStore(visit), query);
}

export interface ZeroResultSearch {
  text: string;
  count: number;
  lastAt: string;
  /** Undefined while the copy cannot be searched. */
  now: PreviewedSearch | undefined;
}

const MAX_LISTED = 50;
const MAX_PREVIEWED = 3;

/** Lists searches that found nothing in the period, with what the copy has for them now. */
export async function zeroResultSearches(
  visit: StoreVisit<'flushCalls' | 'openStore' | 'statistics'>,
  period: Period,
): Promise<ZeroResultSearch[]> {
  const { context, store } = visit;
  await context.flushCalls();
  const searches = await context.statistics.subjects(store.id, 'empty_search', period, MAX_LISTED);
  const texts = searches.map(({ subject }) => subject);
  const previews =
    store.disconnectedAt === null
      ? await previewSearches(await openStore(visit), texts, MAX_PREVIEWED)
      : undefined;
  return searches.map(({ subject, count, lastAt }, place) => ({
    text: subject,
    count,
    lastAt,
    now: previews?.[place] && withVisibleTitles(previews[place]),
  }));
}

function withVisibleTitles(preview: PreviewedSearch): PreviewedSearch {
  return { ...preview, titles: preview.titles.map(visibleText) };
}

function openStore({ context, store, requestId }: StoreVisit<'openStore'>): Promise<StoreContext> {
  return context.openStore(store, { requestId, agent: PLAYGROUND_AGENT });
}
