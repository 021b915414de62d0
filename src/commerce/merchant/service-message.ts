import type { Mail } from './mail.ts';

/** Site to which an unpair notification goes. Its store has lost these credentials by then, or is erased. */
interface UnpairedSite {
  platform: string;
  credentials: unknown;
}

/** Message of the service itself, which belongs to no store or outlives it. */
export type ServiceMessage = { kind: 'mail'; content: Mail } | { kind: 'unpair'; content: UnpairedSite };

export type MessageKind = ServiceMessage['kind'];
