import { type ComponentType, lazy } from 'react';
import { ConnectionError } from '../client/index.ts';

/** Component that is fetched when it is shown first. */
export const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load().catch(unreachable))[name] }));

function unreachable(cause: unknown): never {
  throw new ConnectionError(window.location.href, cause);
}
