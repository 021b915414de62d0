import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PLUGIN = join(import.meta.dirname, 'woocommerce');
const POT = join(PLUGIN, 'languages/ucp-host.pot');
const DOMAIN = 'ucp-host';

const FUNCTIONS = '(?:__|_e|esc_html__|esc_html_e|esc_attr__|esc_attr_e|_n)';
const TEXT = `'((?:[^'\\\\]|\\\\.)*)'`;
const CALL = new RegExp(`(?<![\\w>$])${FUNCTIONS}\\(`, 'g');
const WELL_FORMED = new RegExp(
  `(?<![\\w>$])${FUNCTIONS}\\(\\s*${TEXT}\\s*,\\s*(?:${TEXT}\\s*,[^,()]*,\\s*)?'${DOMAIN}'\\s*\\)`,
  'g',
);
const COMMENT = /\/\*\s*(translators:[^*]*?)\s*\*\/[^;]*$/;

interface Message {
  text: string;
  plural: string | undefined;
  comments: Set<string>;
  files: Set<string>;
}

/** The plugin's translatable strings as a gettext template. It names files without lines: only changed words change it. */
export function makePot(): string {
  const messages = new Map<string, Message>();
  readHeader(messages);
  for (const file of globSync('**/*.php', { cwd: PLUGIN }).sort()) readFile(file, messages);
  return [HEAD, ...[...messages.values()].map(entry)].join('\n');
}

/** Path of the template. */
export const potFile = POT;

const HEAD = `# Licensed like the plugin itself: GPL-2.0-or-later.
msgid ""
msgstr ""
"Project-Id-Version: UCP Host for WooCommerce\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: ${DOMAIN}\\n"
`;

function readHeader(messages: Map<string, Message>): void {
  const source = readFileSync(join(PLUGIN, 'ucp-host.php'), 'utf8');
  for (const field of ['Plugin Name', 'Description']) {
    const text = new RegExp(`^ \\* ${field}:\\s+(.+)$`, 'm').exec(source)?.[1];
    if (!text) throw new Error(`ucp-host.php has no "${field}"`);
    add(messages, { text, plural: undefined, comment: `${field} of the plugin`, file: 'ucp-host.php' });
  }
}

function readFile(file: string, messages: Map<string, Message>): void {
  const source = readFileSync(join(PLUGIN, file), 'utf8');
  const calls = [...source.matchAll(WELL_FORMED)];
  const places = new Set(calls.map(({ index }) => index));
  for (const { index } of source.matchAll(CALL)) {
    if (!places.has(index))
      throw new Error(`${file}: not literal, or not of '${DOMAIN}': ${lineAt(source, index)}`);
  }
  for (const { index, 1: text = '', 2: plural } of calls) {
    const comment = COMMENT.exec(source.slice(Math.max(0, index - 400), index))?.[1];
    add(messages, { text: withoutEscapes(text), plural: plural && withoutEscapes(plural), comment, file });
  }
}

interface Found {
  text: string;
  plural: string | undefined;
  comment: string | undefined;
  file: string;
}

function add(messages: Map<string, Message>, { text, plural, comment, file }: Found): void {
  const message = messages.get(text) ?? { text, plural, comments: new Set(), files: new Set() };
  if (comment) message.comments.add(comment);
  message.files.add(file);
  messages.set(text, message);
}

function entry({ text, plural, comments, files }: Message): string {
  const lines = [...comments].map((comment) => `#. ${comment}`);
  lines.push(...[...files].map((file) => `#: ${file}`));
  if (/%[\d$]*[sd]/.test(text)) lines.push('#, php-format');
  lines.push(`msgid ${quote(text)}`);
  lines.push(...(plural ? [`msgid_plural ${quote(plural)}`, 'msgstr[0] ""', 'msgstr[1] ""'] : ['msgstr ""']));
  return `${lines.join('\n')}\n`;
}

function withoutEscapes(phpText: string): string {
  return phpText.replace(/\\(['\\])/g, '$1');
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function lineAt(source: string, index: number): string {
  return source.slice(index, source.indexOf('\n', index));
}

if (import.meta.main) {
  writeFileSync(POT, makePot());
}
