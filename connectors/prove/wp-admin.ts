import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Answer } from './agent.ts';

/** The site's administrator, in a browser. */
export interface WpAdmin {
  page: Page;
  /** Calls WordPress's REST API as the administrator. `path` is below /wp-json. Throws unless 2xx. */
  rest(method: string, path: string, body?: object): Promise<Answer['body']>;
  /** Calls likewise, and returns any answer. */
  ask(method: string, path: string, body?: object): Promise<Answer>;
  /** Visits the site so that WordPress runs its background work. */
  knock(): Promise<void>;
  /** Requests wp-admin without a browser, so that plugins finish their activation. */
  visit(): Promise<void>;
  open(path: string): Promise<void>;
}

export async function logIn(
  browser: Browser,
  { site, admin, password }: { site: string; admin: string; password: string },
): Promise<WpAdmin> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1180, height: 800 },
    reducedMotion: 'reduce',
  });
  // Pairing makes several calls in both directions before WordPress answers.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  await page.goto(`${site}/wp-login.php`);
  await page.locator('#user_login').fill(admin);
  await page.locator('#user_pass').fill(password);
  await page.locator('#wp-submit').click();
  await page.waitForURL(/wp-admin/);
  const ask = caller(context, site);
  return {
    page,
    ask,
    async rest(method, path, body) {
      const answer = await ask(method, path, body);
      if (answer.status < 300) return answer.body;
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    },
    async visit() {
      await context.request.get(`${site}/wp-admin/index.php`);
    },
    async knock() {
      await context.request.get(`${site}/wp-cron.php?doing_wp_cron`);
    },
    async open(path) {
      await page.goto(`${site}/wp-admin/${path}`);
    },
  };
}

/** Reads the nonce again when WordPress refuses it, since it changes with the active plugins. */
function caller(context: BrowserContext, site: string) {
  const readNonce = async () =>
    (await context.request.get(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`)).text();
  let nonce = '';
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await context.request.fetch(`${site}/wp-json${path}`, {
      method,
      headers: { 'X-WP-Nonce': nonce },
      ...(body ? { data: body } : {}),
    });
    return { status: answer.status(), body: parsed(await answer.text()) };
  };
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    nonce ||= await readNonce();
    const answer = await ask(method, path, body);
    if (answer.status !== 401 && answer.status !== 403) return answer;
    nonce = await readNonce();
    return ask(method, path, body);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 300);
  }
}

const PLUGIN = 'ucp-host/ucp-host';

/** Submits the form under Plugins → Add New → Upload. Replaces an installed version. */
export async function uploadPlugin({ page, open }: WpAdmin, zip: Uint8Array): Promise<void> {
  await open('plugin-install.php?tab=upload');
  await page.locator('#pluginzip').setInputFiles({
    name: 'ucp-host-woocommerce.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zip),
  });
}

export async function installUploaded({ page }: WpAdmin): Promise<string> {
  await page.locator('#install-plugin-submit').click();
  await page.waitForLoadState();
  const replace = page.locator('a.update-from-upload-overwrite');
  const replaces = (await replace.count()) > 0;
  if (replaces) {
    await replace.click();
    await page.waitForLoadState();
  }
  await page.getByText(/Plugin (installed|updated|downgraded) successfully/).waitFor();
  return replaces ? 'replaced an earlier one' : 'installed';
}

export async function activatePlugin(admin: WpAdmin): Promise<string> {
  const { page, open, rest } = admin;
  await open('plugins.php');
  const row = page.locator('tr[data-plugin="ucp-host/ucp-host.php"]').first();
  const link = row.locator('.activate a');
  if ((await link.count()) > 0) {
    await link.click();
    await row.locator('.deactivate a').waitFor();
  }
  const { status, version } = await rest('GET', `/wp/v2/plugins/${PLUGIN}`);
  if (status !== 'active') throw new Error(`The plugin is ${status}.`);
  return `version ${version}`;
}

export async function switchPlugin({ rest }: WpAdmin, status: 'active' | 'inactive'): Promise<void> {
  await rest('PUT', `/wp/v2/plugins/${PLUGIN}`, { status });
}

/** Revokes the service's key in WooCommerce's list of keys. */
export async function revokeKey({ page, open }: WpAdmin): Promise<void> {
  await open('admin.php?page=wc-settings&tab=advanced&section=keys');
  const row = page.locator('tr', { hasText: 'ucp-host' }).first();
  const address = await row.locator('a.submitdelete').getAttribute('href');
  await page.goto(address ?? '');
}

/** Deactivates and deletes, which runs the plugin's uninstallation. */
export async function deletePlugin(admin: WpAdmin): Promise<void> {
  await switchPlugin(admin, 'inactive');
  await admin.rest('DELETE', `/wp/v2/plugins/${PLUGIN}`);
}

/** The form of one of the settings page's buttons. */
export function settingsForm(page: Page, action: string) {
  return page.locator(`form:has(input[name="action"][value="ucp_host_${action}"])`);
}

export async function openSettings({ open }: WpAdmin): Promise<void> {
  await open('admin.php?page=ucp-host');
}

/** Submits a button and returns the page's text. */
export async function press({ page }: WpAdmin, action: string): Promise<string> {
  await settingsForm(page, action).locator('[type=submit]').click();
  await page.waitForLoadState();
  const sentences = await page.locator('.ucp-host-panel .notice').first().locator('p').allTextContents();
  return sentences.map((sentence) => sentence.trim()).join(' ');
}
