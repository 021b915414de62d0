import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { createSharedRuns } from '../../commerce/time/shared-runs.ts';

/** Text of a batch of products; `last`: undefined for the last one. */
export interface FeedPart {
  text: string;
  last: number | undefined;
}

export type FeedParts = ReturnType<typeof createFeedParts>;

const MAX_VERSIONS = 10_000;

/** Renders one part at a time, so that agents have the processor for half of the time; readers in step share the parts. */
export function createFeedParts() {
  const share = createSharedRuns<FeedPart>();
  const versions = new LRUCache<string, { etag: string; since: number }>({ max: MAX_VERSIONS });
  let turn: Promise<unknown> = Promise.resolve();

  async function renderInTurn(render: () => Promise<FeedPart>): Promise<FeedPart> {
    const rendering = turn.then(async () => {
      const startedAt = performance.now();
      const part = await render();
      return { part, spentMs: performance.now() - startedAt };
    });
    turn = rendering.then(
      ({ spentMs }) => sleep(spentMs),
      () => undefined,
    );
    return (await rendering).part;
  }

  return {
    /** Renders the part of this key, or waits for a reader that has it rendered. */
    read: (key: string, render: () => Promise<FeedPart>) => share(key, () => renderInTurn(render)),

    /** Returns the second at which this process first saw the version: at or behind its change, and behind the version before. */
    findSince(feed: string, etag: string, now: number): number {
      const last = versions.get(feed);
      if (last?.etag === etag) return last.since;
      const since = Math.max(Math.floor(now / 1_000) * 1_000, (last?.since ?? 0) + 1_000);
      versions.set(feed, { etag, since });
      return since;
    },
  };
}
