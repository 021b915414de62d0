import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginZip } from './plugin-zip.ts';

const DIST = join(import.meta.dirname, 'dist');
const file = join(DIST, 'ucp-host-woocommerce.zip');
const zip = await pluginZip();
await mkdir(DIST, { recursive: true });
await writeFile(file, zip);
process.stdout.write(`connectors/dist/ucp-host-woocommerce.zip, ${Math.ceil(zip.length / 1024)} kB\n`);
