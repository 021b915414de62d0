import { join } from 'node:path';

/** Root of the package: `src/` and the published `dist/` both lie directly in it. */
const ROOT = join(import.meta.dirname, '..');

/** Built console, which the service serves: never kept in git. */
export const CONSOLE_DIST: string = join(ROOT, 'console', 'dist');

/** Built document of the cards for MCP clients. */
export const CARD_DOCUMENT: string = join(ROOT, 'cards', 'dist', 'card.html');

/** Built zip of the WooCommerce plugin, which merchants download. */
export const PLUGIN_ZIP: string = join(ROOT, 'connectors', 'dist', 'ucp-host-woocommerce.zip');
