import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookFaults } from './types.ts';

export interface Parcel {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookPost {
  /**
   * Told once how it ended: whether it was taken, after as many tries as the platform makes. A parcel that is a
   * function is packed when it leaves.
   */
  send(parcel: Parcel | (() => Parcel), ended?: (taken: boolean) => void): void;
  inject(faults: Partial<WebhookFaults>): void;
  /** Waits until everything has arrived or has been given up, also what was sent meanwhile. */
  settled(): Promise<void>;
  close(): void;
}

/** How long parcels are collected before they are turned around. */
const A_MOMENT_MS = 25;
const RETRY_AFTER_MS = 20;
const TIMEOUT_MS = 5_000;

/** Carries a simulated shop's webhooks, in the background. A platform that retries does so `retries` times, quickly here. */
export function createWebhookPost({ retries }: { retries: number }): WebhookPost {
  const faults: WebhookFaults = { duplicated: false, reordered: false, lateMs: 0, lost: false };
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let waiting: (() => Promise<void>)[] = [];

  async function deliver(wanted: Parcel | (() => Parcel), ended?: (taken: boolean) => void): Promise<void> {
    await delay(faults.lateMs, undefined, { signal: closing.signal });
    const parcel = typeof wanted === 'function' ? wanted() : wanted;
    const taken = !faults.lost && (await offer(parcel, retries, closing.signal));
    if (taken && faults.duplicated) await offer(parcel, 0, closing.signal);
    if (!closing.signal.aborted) ended?.(taken);
  }

  function watch(work: Promise<void>): void {
    const watched = work.catch(() => undefined).finally(() => underWay.delete(watched));
    underWay.add(watched);
  }

  /** The newest first, each after the one before has arrived. */
  async function turnAround(): Promise<void> {
    await delay(A_MOMENT_MS, undefined, { signal: closing.signal });
    const batch = waiting.toReversed();
    waiting = [];
    for (const work of batch) await work();
  }

  return {
    send(parcel, ended) {
      if (!faults.reordered) return watch(deliver(parcel, ended));
      waiting.push(() => deliver(parcel, ended));
      if (waiting.length === 1) watch(turnAround());
    },
    inject: (changed) => Object.assign(faults, changed),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: () => closing.abort(),
  };
}

/** Whether it was answered with a 2xx in the end. Redirects are not followed. */
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
