import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { installUploaded, uploadPlugin, type WpAdmin } from './wp-admin.ts';

const NAME = 'ucp-host-proof';
const ROUTES = '/ucp-host-proof/v1';

/** Installs the plugin that makes the site measurable. */
export async function installSitePlugin(admin: WpAdmin): Promise<void> {
  const php = await readFile(join(import.meta.dirname, NAME, `${NAME}.php`));
  await installPlugin(admin, zipSync({ [`${NAME}/${NAME}.php`]: new Uint8Array(php) }));
}

export async function removeSitePlugin({ ask }: Pick<WpAdmin, 'ask'>): Promise<void> {
  await removePlugin({ ask }, `${NAME}/${NAME}`);
}

/** Installs and activates a plugin; returns its name in WordPress. */
export async function installPlugin(admin: WpAdmin, zip: Uint8Array): Promise<string> {
  const before = await pluginNames(admin);
  await uploadPlugin(admin, zip);
  await installUploaded(admin);
  const name = [...(await pluginNames(admin))].find((each) => !before.has(each));
  if (name === undefined) throw new Error('The plugin was installed already: remove it first.');
  await admin.rest('PUT', `/wp/v2/plugins/${name}`, { status: 'active' });
  return name;
}

export async function removePlugin({ ask }: Pick<WpAdmin, 'ask'>, name: string): Promise<void> {
  await ask('PUT', `/wp/v2/plugins/${name}`, { status: 'inactive' });
  await ask('DELETE', `/wp/v2/plugins/${name}`);
}

async function pluginNames({ rest }: WpAdmin): Promise<Set<string>> {
  const plugins: { plugin: string }[] = await rest('GET', '/wp/v2/plugins?_fields=plugin');
  return new Set(plugins.map(({ plugin }) => plugin));
}

/** Rows of each table of the site, by its name without the prefix. */
export function rowsOf({ rest }: WpAdmin): Promise<Record<string, number>> {
  return rest('GET', `${ROUTES}/rows`);
}

/** Calls of the service that the site has answered, by method. */
export function callsTo({ rest }: WpAdmin): Promise<Record<string, number>> {
  return rest('GET', `${ROUTES}/calls`);
}

/** Reports the steps of a session's buyer again; returns how many the service has not taken. */
export function repeatSteps({ rest }: WpAdmin, sessionId: string): Promise<number> {
  return rest('POST', `${ROUTES}/steps/${sessionId}`);
}
