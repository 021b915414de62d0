import type { ConnectionLimits } from '../http/connection-limits.ts';
import type { PlatformRegistry } from '../store-platforms/connections.ts';
import type { openDatabase } from '../storage/engine/database.ts';

/** What comes in from outside; tests and the benchmark bring their own. */
export interface ServiceOverrides {
  fetch?: typeof fetch;
  /** In the place of the clock that all processes share. */
  now?: () => number;
  newId?: () => string;
  platforms?: PlatformRegistry;
  openDatabase?: typeof openDatabase;
  connectionLimits?: Partial<ConnectionLimits>;
  /** Told of every call to a platform, by operation. */
  onUpstreamCall?: (operation: string) => void;
}

/** Where the pieces say what is out of order. It can be used once the server is made. */
export interface ServiceLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(error: unknown, message: string): void;
}
