import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PLUGIN_ZIP } from '../src/built-files.ts';
import { pluginZip } from './plugin-zip.ts';

/** Writes the plugin's zip, which the service offers for download. Returns its size in bytes. */
export async function buildPluginZip(): Promise<number> {
  const zip = await pluginZip();
  const part = `${PLUGIN_ZIP}.${process.pid}`;
  await mkdir(dirname(PLUGIN_ZIP), { recursive: true });
  await writeFile(part, zip);
  await rename(part, PLUGIN_ZIP);
  return zip.length;
}
