import type { Store } from '../../../client/index.ts';

type Named = Pick<Store, 'slug' | 'name'>;

/** Whether another of the stores has the same name: the slug then distinguishes them. */
export function sharesName({ slug, name }: Named, stores: readonly Named[]): boolean {
  return stores.some((other) => other.name === name && other.slug !== slug);
}
