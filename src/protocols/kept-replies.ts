import type { StoreContext } from '../operations/call/store-context.ts';
import type { Reply } from './endpoint.ts';

/** Renders the reply about an object once: it is kept until the object or its store changes. */
export function createCachedReplies<About extends object>(
  render: (context: StoreContext, about: About) => object,
) {
  const replies = new WeakMap<About, Pick<StoreContext, 'store' | 'storeUrl'> & { reply: Reply }>();
  return (context: StoreContext, about: About): Reply => {
    const { store, storeUrl } = context;
    const cached = replies.get(about);
    if (cached && cached.store === store && cached.storeUrl === storeUrl) return cached.reply;
    const reply = { body: render(context, about), serialized: {} };
    replies.set(about, { store, storeUrl, reply });
    return reply;
  };
}
