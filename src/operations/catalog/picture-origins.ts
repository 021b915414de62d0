import type { Store } from '../../commerce/store/store.ts';
import { getPresentation } from '../../store-platforms/presentations.ts';
import type { StoreContext } from '../call/store-context.ts';

/** Number of products whose pictures are examined: the last changed ones of the copy. */
const SAMPLE_SIZE = 200;
/** Hosts besides the hosts of its pages and its logo. */
const MAX_FOREIGN_HOSTS = 8;

/** Origins of a shop's pictures: its platform's, its own, and those of the image services that its products name most. */
export async function findPictureOrigins({ store, products }: StoreContext): Promise<string[]> {
  const { platform, sandbox, description } = store;
  const urls = await products.listRecentPictures(store.id, SAMPLE_SIZE);
  const own = [
    ...(sandbox ? [] : getPresentation(platform).pictureOrigins),
    ...description.hosts.filter((host) => HOST.test(host)).map((host) => `${getScheme(store)}//${host}`),
    ...toOrigins(description.brand?.logo, store),
  ];
  const foreign = urls.flatMap((url) => toOrigins(url, store)).filter((origin) => !own.includes(origin));
  return [...new Set([...own, ...sortByFrequency(foreign).slice(0, MAX_FOREIGN_HOSTS)])];
}

/** Hosts that can stand in a content security policy: URLs allow `;` and `,` in them. */
const HOST = /^[a-z0-9.-]+(?::\d+)?$/;

/** Domain names; addresses of machines and ports lead into the buyer's own network. */
const PUBLIC_HOST = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

function getScheme({ sandbox }: Pick<Store, 'sandbox'>): string {
  return sandbox ? 'http:' : 'https:';
}

/** Returns no origin for a URL that cards do not load. */
function toOrigins(url: string | undefined, store: Pick<Store, 'sandbox'>): string[] {
  const { protocol, host = '', origin } = URL.parse(url ?? '') ?? {};
  const isAllowed = protocol === getScheme(store) && (store.sandbox ? HOST : PUBLIC_HOST).test(host);
  return isAllowed && origin !== undefined ? [origin] : [];
}

function sortByFrequency(values: readonly string[]): string[] {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.toSorted(([, one], [, other]) => other.length - one.length).map(([value]) => value);
}
