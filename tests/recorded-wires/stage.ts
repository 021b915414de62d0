import type { TestContext } from 'node:test';
import type { PlatformRegistry } from '../../src/store-platforms/connections.ts';
import { agentOf, findVariant } from '../../testing/agent.ts';
import type { TestDatabase } from '../../testing/databases.ts';
import { inShop, type Somewhere } from '../../testing/everywhere.ts';
import { PLATFORMS, type Platform, startTestService } from '../../testing/test-service.ts';
import { createTape, type Sent, type Tape } from './recorder.ts';

/** Every conversation begins at this instant; the clock stands still but for its steps. */
const BEGIN = Date.UTC(2026, 10, 22, 9);
const STEP_MS = 1_000;
/** After this long the service looks again for what has changed in a shop. */
export const CATCH_UP_MS = 31 * 60_000;

/** One service with its simulated shops, and the tape of a conversation with one of its stores. */
export interface Stage extends Somewhere {
  tape: Tape;
  /** Calls an address of the service and records it; `path` is the whole path. */
  call(method: string, path: string, message?: Sent, note?: string): ReturnType<Tape['call']>;
  /** Records from now on what the service asks for at addresses that begin so. */
  listenTo(prefix: string): void;
  /** Records it no more. */
  silence(): void;
  /** Waits for the shops' events and does the work in the background, which asks several things at once. */
  settle(): Promise<void>;
  /** Moves the clock. */
  advance(ms: number): void;
  /** Closes something when the conversation is over. */
  closing<Closed extends { close(): Promise<void> }>(resource: Closed): Closed;
}

/** A conversation over one wire. */
export interface Wire {
  settings?: Record<string, string>;
  /** True: its requests and answers are the same for both store platforms. */
  isForBoth?: true;
  /** True: the answers list the stores of both platforms. Other conversations have the store of theirs alone. */
  showsAllStores?: true;
  /** True: records what the service itself asks the shop for. */
  recordsShopCalls?: true;
  play(stage: Stage): Promise<void>;
}

/** Starts the service at a clock that stands still; all of it is closed when the test ends. */
export async function openStage(
  t: TestContext,
  wire: Wire,
  {
    database,
    platform,
    platforms,
  }: { database: TestDatabase; platform: Platform; platforms?: PlatformRegistry },
): Promise<Stage> {
  t.mock.timers.enable({ apis: ['Date'], now: BEGIN });
  let now = BEGIN;
  const advance = (ms: number) => {
    now += ms;
    t.mock.timers.setTime(now);
  };
  const tape = createTape(() => advance(STEP_MS));
  const heard = new Set<string>();
  const settings = { SIGN_UP: 'open', ...wire.settings };
  const shops = wire.showsAllStores ? PLATFORMS : [platform];
  const fetching = wire.recordsShopCalls && { fetch: recordingFetch(tape, heard) };
  const running = await startTestService({
    database,
    settings,
    platforms: shops,
    overrides: { newId: countedIds(), ...fetching, ...(platforms && { platforms }) },
  });
  t.after(() => running.close());
  const slug = `demo-${platform}`;
  tape.name(new URL(running.baseUrl).host, 'service');
  tape.name(encodeURIComponent(new URL(running.baseUrl).host), 'service, encoded');
  for (const each of shops) {
    const { host } = new URL(running.shop(`demo-${each}`).url);
    tape.name(host, `${each} shop`);
    tape.name(encodeURIComponent(host), `${each} shop, encoded`);
  }
  return {
    slug,
    platform,
    running,
    tape,
    settle: () => tape.ordered(() => running.settle()),
    listenTo: (prefix) => void heard.add(prefix),
    silence: () => heard.clear(),
    advance,
    agent: agentOf(running.baseUrl, slug),
    call: (method, path, message, note) => tape.call(method, running.baseUrl + path, message, note),
    closing(resource) {
      t.after(() => resource.close());
      return resource;
    },
  };
}

/** Ids in the order in which they were asked for: stores' times of background work depend on their ids. */
function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `00000000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;
  };
}

/** A variant that is always in stock, with its product. */
export async function inStock(stage: Stage, words: string): ReturnType<typeof findVariant> {
  const variant = await findVariant(stage.agent, words);
  inShop(stage, variant.id).stock = null;
  return variant;
}

/** Records each request to an address that is listened to, without its answer, which is the simulated shop's. */
function recordingFetch(tape: Tape, heard: ReadonlySet<string>): typeof fetch {
  return (input, init) => {
    const { pathname, search, host } = new URL(String(input));
    if (![...heard].some((prefix) => String(input).startsWith(prefix))) return fetch(input, init);
    const body = typeof init?.body === 'string' ? init.body : '';
    const headers = [...new Headers(init?.headers)];
    tape.add(`to ${host}: ${init?.method ?? 'GET'} ${pathname}${search}`, { headers, body });
    return fetch(input, init);
  };
}
