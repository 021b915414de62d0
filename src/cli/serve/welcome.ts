import type { DemoStore, UnpairedSite } from '../../../simulated-shops/demo-stores.ts';
import type { Service } from '../../service.ts';
import { VERSION } from '../../settings/version.ts';
import { PAIRING_PLATFORM } from '../../store-platforms/presentations.ts';
import { paint, toTypedCommand } from '../shell/terminal.ts';

export interface RunningService {
  /** Serves, or supervises the workers that do. */
  service: Service;
  baseUrl: string;
  demoStores: DemoStore[];
  /** Simulated WooCommerce site to be paired; absent without the sandbox. */
  unpaired: UnpairedSite | undefined;
  close(): Promise<void>;
}

/** Log line of the start: version, public URL and console, and the simulated shops of a trial. */
export function startLine({ baseUrl, demoStores, unpaired }: RunningService) {
  const simulatedShops = demoStores.map(({ slug, shop }) => ({ store: slug, shop: shop.url }));
  return {
    msg: `ucp-host is ready on ${baseUrl}`,
    version: VERSION,
    console: `${baseUrl}/console`,
    ...(unpaired && { simulatedShops, pairAt: unpaired.settingsPage }),
  };
}

/** Start-up screen: URLs of the service and its stores, and a command to try. */
export async function renderWelcome({ baseUrl, service, unpaired }: RunningService): Promise<string> {
  const stores = await service.stores.list();
  const getHost = ({ description }: (typeof stores)[number]) => description.hosts[0] ?? '';
  const blocks = stores.map((store) => {
    const address = `${baseUrl}/api/ucp/${store.slug}`;
    const shop = `${store.sandbox ? 'http' : 'https'}://${getHost(store)}`;
    const kind = store.sandbox ? paint('yellow', 'simulated') : paint('green', 'live');
    return [
      `  ${paint('bold', store.description.name)}  ${paint('dim', store.platform)} ${kind}`,
      `    manifest  ${paint('cyan', address)}`,
      `    mcp       ${paint('cyan', `${baseUrl}/mcp/${store.slug}/mcp`)}`,
      `    shop      ${paint('cyan', shop)}`,
    ].join('\n');
  });
  if (unpaired && !stores.some((store) => getHost(store) === new URL(unpaired.shop.url).host)) {
    const name = paint('bold', unpaired.shop.control.settings.name);
    const settings = `    pair at   ${paint('cyan', unpaired.settingsPage)}`;
    blocks.push(
      `  ${name}  ${paint('dim', PAIRING_PLATFORM)} ${paint('yellow', 'simulated, to be paired')}\n${settings}`,
    );
  }
  const slug = stores[0]?.slug;
  const hint = slug
    ? `  Try  ${paint('bold', `curl -s '${baseUrl}/api/ucp/${slug}/catalog/search?q=shoe&first=2'`)}\n  Or   ${paint('bold', toTypedCommand('demo'))}  for a complete purchase on each store`
    : `  No store yet. Connect one in the console, or see  ${paint('bold', toTypedCommand('connect --help'))}`;
  const title = `  ${paint('bold', paint('magenta', 'ucp-host'))}  is ready on ${paint('cyan', baseUrl)}`;
  const console = `  Console  ${paint('cyan', `${baseUrl}/console`)}`;
  return ['', title, console, '', ...blocks.flatMap((block) => [block, '']), hint, ''].join('\n');
}
