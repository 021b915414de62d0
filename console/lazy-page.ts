import { type ComponentType, lazy } from 'react';
import { ConnectionError } from '../client/index.ts';

/** Component that is fetched when it is shown first. */
export const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await fetched(load()))[name] }));

/** Part of the console that is being fetched. Rejects with a `ConnectionError` when it does not arrive. */
function fetched<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((cause: unknown) => {
    throw new ConnectionError(window.location.href, cause);
  });
}
