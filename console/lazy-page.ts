import { type ComponentType, lazy } from 'react';
import { ConnectionError } from '../client/index.ts';

/** Component that is fetched when it is shown first. */
export const page = <Name extends string>(read: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await read().catch(unreachable))[name] }));

function unreachable(cause: unknown): never {
  throw new ConnectionError(window.location.href, cause);
}
