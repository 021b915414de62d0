import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookFaults } from './types.ts';

export interface Parcel {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookPost {
  /** `ended` is called once with the outcome, after all retries. A parcel given as a function is built when it is sent. */
  send(parcel: Parcel | (() => Parcel), ended?: (isAccepted: boolean) => void, retries?: number): void;
  inject(faults: Partial<WebhookFaults>): void;
  /** Waits until everything has arrived or was given up, later parcels included. */
  settled(): Promise<void>;
  close(): void;
}

/** Time for which parcels are collected before they are reordered. */
const A_MOMENT_MS = 25;
const RETRY_AFTER_MS = 20;
const TIMEOUT_MS = 5_000;

/** Delivers webhooks in the background, with quick retries. */
export function createWebhookPost({ retries: usual }: { retries: number }): WebhookPost {
  const faults: WebhookFaults = { duplicated: false, reordered: false, lateMs: 0, lost: false };
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let waiting: (() => Promise<void>)[] = [];

  const deliver = async (...[content, ended, retries = usual]: Parameters<WebhookPost['send']>) => {
    await delay(faults.lateMs, undefined, { signal: closing.signal });
    const parcel = typeof content === 'function' ? content() : content;
    const isAccepted = !faults.lost && (await offer(parcel, retries, closing.signal));
    if (isAccepted && faults.duplicated) await offer(parcel, 0, closing.signal);
    if (!closing.signal.aborted) ended?.(isAccepted);
  };

  function watch(work: Promise<void>): void {
    const watched = work.catch(() => undefined).finally(() => underWay.delete(watched));
    underWay.add(watched);
  }

  /** Newest first, each after the one before has arrived. */
  async function turnAround(): Promise<void> {
    await delay(A_MOMENT_MS, undefined, { signal: closing.signal });
    const batch = waiting.toReversed();
    waiting = [];
    for (const work of batch) await work();
  }

  return {
    send(...parcel) {
      if (!faults.reordered) return watch(deliver(...parcel));
      waiting.push(() => deliver(...parcel));
      if (waiting.length === 1) watch(turnAround());
    },
    inject: (changed) => Object.assign(faults, changed),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: () => closing.abort(),
  };
}

/** Returns true when a try got a 2xx. Redirects are not followed. */
async function offer(parcel: Parcel, retries: number, closing: AbortSignal): Promise<boolean> {
  const { url, headers, body } = parcel;
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]);
  const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual', signal };
  const status = await fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  if (status >= 200 && status < 300) return true;
  if (retries === 0 || closing.aborted) return false;
  await delay(RETRY_AFTER_MS, undefined, { signal: closing });
  return offer(parcel, retries - 1, closing);
}
