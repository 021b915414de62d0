import colors from 'picocolors';
import { typed } from '../command-name.ts';
import type { RunningService } from './running-service.ts';

/** Start-up screen: URLs of the service and its stores, and a command to try. */
export async function welcome({ baseUrl, service, demoStores, unpaired }: RunningService): Promise<string> {
  const stores = await service.stores.list();
  const shops = new Map(demoStores.map(({ slug, shop }) => [slug, shop.url]));
  const blocks = stores.map((store) => {
    const address = `${baseUrl}/api/ucp/${store.slug}`;
    const shop =
      shops.get(store.slug) ?? `${store.sandbox ? 'http' : 'https'}://${store.description.hosts[0] ?? ''}`;
    const kind = store.sandbox ? colors.yellow('simulated') : colors.green('live');
    return [
      `  ${colors.bold(store.description.name)}  ${colors.dim(store.platform)} ${kind}`,
      `    manifest  ${colors.cyan(address)}`,
      `    mcp       ${colors.cyan(`${baseUrl}/mcp/${store.slug}`)}`,
      `    shop      ${colors.cyan(shop)}`,
    ].join('\n');
  });
  if (unpaired) {
    const name = colors.bold(unpaired.shop.control.settings.name);
    const settings = `    pair at   ${colors.cyan(unpaired.settingsPage)}`;
    blocks.push(
      `  ${name}  ${colors.dim('woocommerce')} ${colors.yellow('simulated, to be paired')}\n${settings}`,
    );
  }
  const slug = stores[0]?.slug;
  const hint = slug
    ? `  Try  ${colors.bold(`curl -s '${baseUrl}/api/ucp/${slug}/catalog/search?q=shoe&first=2'`)}\n  Or   ${colors.bold(typed('demo'))}  for a complete purchase on each store`
    : `  No store yet. Connect one in the console, or see  ${colors.bold(typed('connect --help'))}`;
  const title = `  ${colors.bold(colors.magenta('ucp-host'))}  is ready on ${colors.cyan(baseUrl)}`;
  const console = `  Console  ${colors.cyan(`${baseUrl}/console`)}`;
  return ['', title, console, '', ...blocks.flatMap((block) => [block, '']), hint, ''].join('\n');
}
