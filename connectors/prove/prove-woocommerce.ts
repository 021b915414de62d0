import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { formatColumns } from '../../src/cli/shell/format.ts';
import { say } from '../../src/cli/shell/terminal.ts';
import { startBrowser } from '../../testing/browser.ts';
import { DEPLOYED } from '../../testing/deployed-settings.ts';
import { pluginZip } from '../plugin-zip.ts';
import { agentAt } from './agent.ts';
import { checkoutKind } from './fulfillment/checkout-page.ts';
import { proveFulfillment } from './fulfillment/prove-fulfillment.ts';
import { clearAway, clearOrders, printCoupons, stockUp } from './goods.ts';
import { type Ledger, ledger as openLedger } from './ledger.ts';
import { enterConsole } from './merchant.ts';
import { type ProofOptions, proofOptions } from './options.ts';
import { takePicture } from './pictures.ts';
import type { Proof, Scene } from './proof.ts';
import { proveAbsence } from './prove-absence.ts';
import { proveCoupons } from './prove-coupons.ts';
import { proveDeadLinks } from './prove-dead-links.ts';
import { proveDiscovery } from './prove-discovery.ts';
import { proveEnding } from './prove-ending.ts';
import { proveEvents } from './prove-events.ts';
import { proveGoods } from './prove-goods.ts';
import { proveMoney } from './prove-money.ts';
import { proveOfficial } from './prove-official.ts';
import { proveParity } from './prove-parity.ts';
import { provePixel } from './prove-pixel.ts';
import { proveProductData } from './prove-product-data.ts';
import { provePurchase } from './prove-purchase.ts';
import { proveRefusals } from './prove-refusals.ts';
import { pairSite, proveInstallation, provePairing } from './prove-setup.ts';
import { proveSteps } from './prove-steps.ts';
import { proveStorm } from './prove-storm.ts';
import { proveTraces } from './prove-traces.ts';
import { record } from './record.ts';
import { type RunningService, startService } from './service.ts';
import { whileNamed } from './site-settings.ts';
import {
  activatePlugin,
  deletePlugin,
  installUploaded,
  logIn,
  openSettings,
  press,
  settingsForm,
  uploadPlugin,
  type WpAdmin,
} from './wp-admin.ts';
import { proveZoo } from './zoo/prove-zoo.ts';

/** A name of a shop, and the slugs that its store may get. */
const UMLAUTS = {
  name: 'Müllers Lädchen & Söhne „Größe“',
  slug: /^muellers-laedchen-soehne-groesse(-\d+)?$/,
};

/** Parts of the proof, in order. */
const PARTS: Record<string, (proof: Proof) => Promise<void>> = {
  pairing: provePairing,
  goods: proveGoods,
  'product-data': proveProductData,
  coupons: proveCoupons,
  purchase: provePurchase,
  'dead-links': proveDeadLinks,
  money: proveMoney,
  official: proveOfficial,
  fulfillment: proveFulfillment,
  steps: proveSteps,
  pixel: provePixel,
  traces: proveTraces,
  storm: proveStorm,
  events: proveEvents,
  parity: proveParity,
  discovery: proveDiscovery,
  absence: proveAbsence,
  ending: proveEnding,
};

await prove(proofOptions(process.argv.slice(2)));

async function prove(options: ProofOptions): Promise<void> {
  if (options.ca !== undefined)
    setDefaultCACertificates([...getCACertificates('default'), await readFile(options.ca, 'utf8')]);
  // Builds the console, which the service lists once.
  const browser = await startBrowser();
  const own = options.service ? undefined : await startService(options.ca);
  const service = options.service?.url ?? own?.url ?? '';
  try {
    const admin = await logIn(browser, options);
    const merchant = await enterConsole(browser, service, options.service);
    const picture = options.pictures ? takePicture : async () => {};
    const scene = { options, service, browser, admin, merchant, ledger: openLedger(), picture };
    await (options.zoo === undefined ? play(scene, own?.unexpected) : playZoo(scene, options.zoo));
  } finally {
    await browser.close();
    await own?.close();
  }
}

async function play(scene: Scene, unexpected: RunningService['unexpected'] | undefined): Promise<void> {
  const { admin, ledger, options } = scene;
  await proveInstallation(scene);
  await proveRefusals(scene);
  const goods = await stockUp(admin);
  const codes = await printCoupons(admin, goods);
  let slug: string | undefined;
  await ledger.step('the site is paired with six digits', async () => {
    slug = await whileNamed(admin, UMLAUTS.name, () => pairSite(scene));
    return slug;
  });
  await ledger.step('the slug writes out the umlauts of the shop’s name', async () => {
    assert.match(slug ?? '', UMLAUTS.slug);
    return slug;
  });
  if (slug !== undefined) {
    const proof = { ...scene, slug, agent: agentAt(scene.service, slug), goods, codes };
    const parts = Object.entries(PARTS).filter(([name]) => isAsked(name, options));
    for (const [, prove] of parts) await prove(proof);
  }
  if (unexpected) await proveLog(ledger, unexpected);
  if (!options.keep) {
    await clearOrders(admin);
    await clearAway(admin);
  }
  await report(scene, { ...(await versionsOf(admin)), checkout: await checkoutKind(admin) });
}

async function playZoo(scene: Scene, folder: string): Promise<void> {
  const { admin, service } = scene;
  if (!scene.options.installed) {
    await uploadPlugin(admin, await pluginZip());
    await installUploaded(admin);
    await activatePlugin(admin);
  }
  const goods = await stockUp(admin);
  const codes = await printCoupons(admin, goods);
  // An earlier run with --keep has left the site paired with a service that is gone.
  await openSettings(admin);
  if ((await settingsForm(admin.page, 'unpair').count()) > 0) {
    await admin.page.locator('.ucp-host-way-out summary').click();
    await press(admin, 'unpair');
  }
  const slug = await pairSite(scene);
  const { WooCommerce, WordPress, PHP, theme } = await versionsOf(admin);
  const site = `WooCommerce ${WooCommerce}, WordPress ${WordPress}, PHP ${PHP}, ${theme}`;
  await proveZoo({ ...scene, slug, agent: agentAt(service, slug), goods, codes }, folder, site);
  if (scene.options.keep) return;
  await clearOrders(admin);
  await clearAway(admin);
  await deletePlugin(admin);
}

/** Single parts are followed by the ending, which unpairs the site. */
function isAsked(name: string, { only }: ProofOptions): boolean {
  return only === undefined || name === 'ending' || only.split(',').includes(name);
}

/** The log is that of a deployed service. */
async function proveLog(ledger: Ledger, unexpected: RunningService['unexpected']): Promise<void> {
  await ledger.step('the service has logged no unexpected error', async () => {
    assert.deepEqual(unexpected(), []);
    return `at LOG_LEVEL=${DEPLOYED.LOG_LEVEL}`;
  });
}

async function versionsOf({ rest }: WpAdmin): Promise<Record<string, string>> {
  const { environment, theme, settings } = await rest('GET', '/wc/v3/system_status');
  return {
    WooCommerce: environment.version,
    WordPress: environment.wp_version,
    PHP: environment.php_version,
    theme: theme.name,
    orders: settings.HPOS_enabled ? 'HPOS' : 'legacy posts',
  };
}

async function report({ ledger, options }: Scene, versions: Record<string, string>): Promise<void> {
  const { entries } = ledger;
  say('');
  say(
    formatColumns(
      ['step', ''],
      entries.map(({ step, ok }) => [step, ok ? '✓' : '✗']),
    ),
  );
  const failed = entries.filter(({ ok }) => !ok).length;
  say(`\n${entries.length - failed} of ${entries.length} steps. ${JSON.stringify(versions)}`);
  if (failed > 0) process.exitCode = 1;
  const { title, only } = options;
  if (title !== undefined) {
    const day = new Date().toISOString().slice(0, 10);
    const lines = entries.map(({ step, ok, note }) => ({ step, ok, note }));
    await record({ title, day, versions, entries: lines }, only !== undefined);
  }
}
