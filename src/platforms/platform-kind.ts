import type { z } from 'zod';
import type { StoreDescription } from '../commerce/store.ts';
import type { StorePlatform } from './store-platform.ts';
import type { Transport } from './transport.ts';

/** What a kind of platform must bring to be in the registry (`platforms/index.ts`). */
export interface PlatformKind<Credentials> {
  /** Validates what was typed at connecting and what is read back from storage. */
  credentials: z.ZodType<Credentials>;
  /** `description` is what `describeStore` last said; absent while a store is being connected. */
  connect(credentials: Credentials, transport: Transport, description?: StoreDescription): StorePlatform;
}
