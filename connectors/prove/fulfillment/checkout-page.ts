import type { WpAdmin } from '../wp-admin.ts';

const CONTENT = {
  block:
    '<!-- wp:woocommerce/checkout --><div class="wp-block-woocommerce-checkout alignwide wc-block-checkout is-loading"></div><!-- /wp:woocommerce/checkout -->',
  classic: '<!-- wp:shortcode -->[woocommerce_checkout]<!-- /wp:shortcode -->',
};

type Kind = keyof typeof CONTENT;

/** Says which checkout the shop's page has. */
export async function checkoutKind({ rest }: WpAdmin): Promise<Kind> {
  const { content } = await rest('GET', `${await pathOf(rest)}?context=edit`);
  return kindOf(content.raw);
}

/** Runs the work while the shop's checkout page is the block or the shortcode, and restores the page. */
export async function whileCheckoutIs<T>({ rest }: WpAdmin, kind: Kind, work: () => Promise<T>): Promise<T> {
  const path = await pathOf(rest);
  const { content } = await rest('GET', `${path}?context=edit`);
  if (kindOf(content.raw) === kind) return work();
  try {
    await rest('POST', path, { content: CONTENT[kind] });
    return await work();
  } finally {
    await rest('POST', path, { content: content.raw });
  }
}

function kindOf(content: string): Kind {
  return content.includes('wp:woocommerce/checkout') ? 'block' : 'classic';
}

async function pathOf(rest: WpAdmin['rest']): Promise<string> {
  const { value } = await rest('GET', '/wc/v3/settings/advanced/woocommerce_checkout_page_id');
  return `/wp/v2/pages/${value}`;
}
