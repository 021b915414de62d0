import type { PasswordHashing } from '../accounts/password-hashing.ts';
import type { ConnectionLimits } from '../http/limits/connection-limits.ts';
import type { RequestLogger } from '../observability/log.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Config } from '../settings/config.ts';
import type { openDatabase } from '../storage/engine/database.ts';
import type { PlatformRegistry } from '../store-platforms/connections.ts';

/** Test seams, also used by the benchmark. */
export interface ServiceOverrides {
  fetch?: typeof fetch;
  /** Replaces the clock that all processes share. */
  now?: () => number;
  newId?: () => string;
  /** Replaces the waits before a failed call to a shop is retried, and of answers that hide how long their work took. */
  wait?: (ms: number) => Promise<unknown>;
  platforms?: PlatformRegistry;
  /** Replaces the hashing of passwords, which is costly on purpose; receives the standard one. */
  quickenPasswords?: (standard: PasswordHashing) => PasswordHashing;
  /** Receives the lines of the log in place of standard output. */
  logTo?: { write(line: string): void };
  openDatabase?: typeof openDatabase;
  connectionLimits?: Partial<ConnectionLimits>;
  /** Protocols beside the service's own. */
  protocols?: readonly Protocol[];
  /** Longest wait of a search for an index that is being built. */
  indexTimeoutMs?: number;
  /** Called for every call to a store platform, by operation. */
  onUpstreamCall?: (operation: string) => void;
}

/** Parts of a service that are there before all others. Each further part is built from those before it. */
export interface ServiceBase {
  config: Config;
  overrides: ServiceOverrides;
  log: RequestLogger;
  /** Final once the service listens. */
  baseUrl: () => string;
  isStopping: () => boolean;
}
