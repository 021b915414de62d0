import type { StoreContext } from '../operations/store-context.ts';
import type { Reply } from './endpoint.ts';

/** Renders the reply about an object once: it is kept until the object or its store changes. */
export function keptReplies<About extends object>(render: (context: StoreContext, about: About) => object) {
  const kept = new WeakMap<About, Pick<StoreContext, 'store' | 'storeUrl'> & { reply: Reply }>();
  return (context: StoreContext, about: About): Reply => {
    const { store, storeUrl } = context;
    const known = kept.get(about);
    if (known && known.store === store && known.storeUrl === storeUrl) return known.reply;
    const reply = { body: render(context, about), serialized: {} };
    kept.set(about, { store, storeUrl, reply });
    return reply;
  };
}
