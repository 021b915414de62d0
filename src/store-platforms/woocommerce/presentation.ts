import type { Presentation, Recipe } from '../presentation.ts';

export const woocommerce: Presentation = {
  title: 'WooCommerce',
  guide: 'merchants-woocommerce.md',
  pairs: true,
  isWordPress: true,
  pictureOrigins: [],
  feedIds: ['gla_{variant}', 'woocommerce_gpf_{variant}'],
  hostingDomains: ['wordpress.com', 'wpcomstaging.com', 'wpengine.com'],
  discovery:
    'Follow one of the recipes on the discovery page, then check your domain there; or add a custom domain.',
  recipes: ({ isPaired }) => [
    buildPluginRecipe('direct', {
      text: renderSteps(
        isPaired,
        'Under “Discovery on your own domain” choose “The manifest itself”, or “The official UCP profile” for platforms that read that.',
      ),
      note: 'The plugin fetches the manifest and caches it for five minutes. Needs permalinks other than “Plain”, and a web server that passes unknown paths to WordPress.',
    }),
    buildPluginRecipe('redirect', {
      text: renderSteps(
        isPaired,
        'Under “Discovery on your own domain” choose “A redirect to the manifest”.',
      ),
      note: 'Agents that reject redirects will not find the store.',
    }),
  ],
  credentials: {
    summary: 'Connect a WooCommerce store by its REST API key',
    details:
      'The ucp-host plugin must be active on the site; the key needs Read/Write permission. To connect without a key, use: pair',
    examples: ['connect woocommerce --url https://shop.example.com --secrets shop.env'],
    address: { flags: '--url <url>', description: 'address of the site', member: 'url' },
    secrets: [
      { flags: '--key <key>', description: 'consumer key, ck_…', member: 'consumerKey' },
      { flags: '--secret <secret>', description: 'consumer secret, cs_…', member: 'consumerSecret' },
    ],
    incomplete: 'Give the key and the secret, in a file with --secrets or with --key and --secret.',
    members: 'url, consumerKey, consumerSecret',
  },
};

function buildPluginRecipe(kind: Recipe['kind'], { text, note }: Pick<Recipe, 'text' | 'note'>): Recipe {
  return { id: 'wordpress', title: 'The WordPress plugin', kind, language: 'text', text, note };
}

function renderSteps(isPaired: boolean, last: string): string {
  const before = isPaired
    ? ['Open WooCommerce → Shopping agents.']
    : ['Install and activate the ucp-host plugin.', 'Open WooCommerce → Shopping agents and pair the shop.'];
  return [...before, last, 'Save.'].map((step, index) => `${index + 1}. ${step}`).join('\n');
}
