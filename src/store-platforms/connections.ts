import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Caller } from '../commerce/call/caller.ts';
import { CommerceError } from '../commerce/errors.ts';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import { type Store, type StoreDescription, timeZoneOf } from '../commerce/store/store.ts';
import { quoteInput } from '../commerce/text/quoted.ts';
import type { CountProcesses } from '../limits/processes-at.ts';
import { parseInWords } from '../wire/issue-text.ts';
import { cleanProof, withCleanAnswers } from './clean-answers.ts';
import { withMergedLookups } from './merging-lookups.ts';
import { SIMULATED_HEADER, type SitePairing } from './pairing.ts';
import type { PlatformKind, WebhookRequest } from './platform-kind.ts';
import type { StorePlatform } from './store-platform.ts';
import type { CircuitCondition } from './transport/circuit-breaker.ts';
import { createShopLanes } from './transport/shop-lanes.ts';
import {
  type AroundCall,
  createTransport,
  type Transport,
  type TransportOptions,
} from './transport/transport.ts';

export type PlatformRegistry = Record<string, PlatformKind<unknown>>;

const MAX_CONNECTIONS = 20_000;

interface CachedConnection extends Pick<Store, 'connectedAt' | 'describedAt'> {
  kind: string;
  platform: StorePlatform;
  /** Time zone of the store as it was read last. */
  timeZone: string;
  circuit(): CircuitCondition;
}

interface ConnectionOptions extends Omit<TransportOptions, 'around' | 'onCircuit'> {
  aroundCalls?: (platform: string) => AroundCall;
  onRecovered?: (storeId: string) => void;
  /** Called for every call that an agent's search or look-up sends to its store's shop. */
  onCatalogCall?: (call: { storeId: string; timeZone: string; agent: string }) => void;
  processesAt?: (storeId: string) => CountProcesses;
}

/** Members of a connection of a store, which others lack. */
interface OwnStore {
  description: StoreDescription;
  recovered(): void;
  catalogCalled(agent: string): void;
  countProcesses: CountProcesses | undefined;
}

/** Opens connections to shops and caches the connections of connected stores, each with its own circuit and reads in flight. */
export function createConnections(kinds: PlatformRegistry, options: ConnectionOptions) {
  const { aroundCalls, onRecovered, onCatalogCall, processesAt, ...everywhere } = options;
  const cached = new LRUCache<string, CachedConnection>(limitEntries(MAX_CONNECTIONS));

  function getKind(name: string): PlatformKind<unknown> {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) throw createUnknownPlatformError(name, kinds);
    return kind;
  }

  function read(name: string, credentials: unknown) {
    const kind = getKind(name);
    const parsed = parseInWords(kind.credentials, credentials);
    if ('issues' in parsed) throw createWrongCredentialsError(parsed.issues);
    return { kind, credentials: parsed.data };
  }

  const openTransport = (name: string, own: Pick<TransportOptions, 'onCall' | 'onCircuit' | 'lanes'> = {}) =>
    createTransport({ ...everywhere, around: aroundCalls?.(name), ...own });

  function open(name: string, input: unknown, own: Partial<OwnStore> = {}) {
    const { kind, credentials } = read(name, input);
    let condition: CircuitCondition = 'closed';
    let isSimulated = false;
    const lanes = createShopLanes({}, own.countProcesses);
    const call = openTransport(name, {
      lanes,
      onCircuit(state) {
        if (state === 'closed' && condition !== 'closed') own.recovered?.();
        condition = state;
      },
      onCall(operation, caller) {
        everywhere.onCall?.(operation, caller);
        if (caller?.part === 'catalog') own.catalogCalled?.(caller.agent ?? '');
      },
    });
    const callShop: Transport = async (request) => {
      const answer = await call(request);
      isSimulated ||= answer.headers.has(SIMULATED_HEADER);
      return answer;
    };
    const [host = ''] = kind.toAddress(credentials).split('/');
    const clean = withCleanAnswers(kind.connect(credentials, callShop, own.description), host);
    const platform = { ...withMergedLookups(withParts(clean)), isBusy: lanes.isBusy };
    return { credentials, platform, isSimulated: () => isSimulated, circuit: () => condition };
  }

  function getOpened(store: Store): StorePlatform | undefined {
    const connection = cached.get(store.id);
    const isCurrent =
      connection?.connectedAt === store.connectedAt && connection.describedAt === store.describedAt;
    if (!isCurrent) return undefined;
    connection.timeZone = timeZoneOf(store);
    return connection.platform;
  }

  return {
    open: (name: string, credentials: unknown, description?: StoreDescription) =>
      open(name, credentials, description && { description }),

    toShopAddress(name: string, input: unknown): string {
      const { kind, credentials } = read(name, input);
      return kind.toAddress(credentials);
    },

    getOpened,

    webhookHeaders: (name: string) => getKind(name).webhookHeaders,

    readWebhook(name: string, request: WebhookRequest, secrets: { credentials: unknown; secret: string }) {
      const { kind, credentials } = read(name, secrets.credentials);
      return kind.readWebhook(request, credentials, secrets.secret);
    },

    /** For a platform whose plugin can pair. Each site gets its own transport, since no store may own it yet. */
    createPairing(name: string): SitePairing {
      const { pairing } = getKind(name);
      if (!pairing) throw createUnknownPlatformError(name, kinds);
      const open = () => pairing(openTransport(name));
      return {
        prove: async (site, caller) => cleanProof(await open().prove(site, caller)),
        check: (site, caller) => open().check(site, caller),
        unpair: (credentials, caller) => open().unpair(read(name, credentials).credentials, caller),
      };
    },

    /** Opens a connection for the store's current `connectedAt` and `describedAt`, or returns the one of a raced request: they share the circuit. */
    connect(store: Store, credentials: unknown): StorePlatform {
      const raced = getOpened(store);
      if (raced) return raced;
      const { id, connectedAt, describedAt, description } = store;
      const { platform, circuit } = open(store.platform, credentials, {
        description,
        recovered: () => onRecovered?.(id),
        catalogCalled: (agent) => onCatalogCall?.({ storeId: id, timeZone: connection.timeZone, agent }),
        countProcesses: processesAt?.(id),
      });
      const timeZone = timeZoneOf(store);
      const connection = { connectedAt, describedAt, kind: store.platform, timeZone, platform, circuit };
      cached.set(id, connection);
      return platform;
    },

    listCircuits(): { platform: string; condition: CircuitCondition }[] {
      return [...cached.values()].map(({ kind, circuit }) => ({ platform: kind, condition: circuit() }));
    },
  };
}

function createWrongCredentialsError(issues: readonly z.core.$ZodIssue[]): CommerceError {
  const details = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const sentence = details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return new CommerceError('invalid_input', `The credentials cannot be used: ${sentence}.`, { details });
}

function createUnknownPlatformError(name: string, kinds: PlatformRegistry): CommerceError {
  const names = Object.keys(kinds).join(' or ');
  return new CommerceError('invalid_input', `platform must be ${names}, not ${quoteInput(name)}.`);
}

/** Names the part of the shop's calls for catalog reads and lists; all others are sales. */
function withParts(platform: StorePlatform): StorePlatform {
  const toListing = (caller: Caller): Caller => ({ ...caller, part: 'import' });
  const toReading = (caller: Caller): Caller =>
    caller.agent === undefined ? toListing(caller) : { ...caller, part: 'catalog' };
  return {
    ...platform,
    searchProducts: (query, caller) => platform.searchProducts(query, toReading(caller)),
    lookupProducts: (ids, caller) => platform.lookupProducts(ids, toReading(caller)),
    listProducts: (after, caller) => platform.listProducts(after, toListing(caller)),
    changedProducts: (since, after, caller) => platform.changedProducts(since, after, toListing(caller)),
    changedOrders: (since, after, caller) => platform.changedOrders(since, after, toListing(caller)),
    listOrders: (span, after, caller) => platform.listOrders(span, after, toListing(caller)),
  };
}
