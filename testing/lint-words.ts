/** `npm run check words`, or `node testing/lint-words.ts [folder …]`: refuses headless comments, comments that are types, retired words, participles as variables, and titles of tests and commits that break the rules. */
import { execFileSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { parseSync } from 'vite';
import {
  DEPENDENT_TITLE,
  HEADLESS,
  HEADLESS_TITLE,
  PARTICIPLES,
  RETIRED_PHRASES,
  RETIRED_WORDS,
  TYPE_ALONE,
} from './retired-words.ts';

const FOLDERS = [
  'src',
  'console',
  'cards',
  'search',
  'simulated-shops',
  'testing',
  'tests',
  'bench',
  'conformance',
  'connectors',
  'packaging',
  'rehearsal',
];
const COMMIT_TITLE =
  /^(?:feat|fix|perf|refactor|test|docs|build|ci|chore|style|revert)(?:\([\w, -]+\))?!?: \S/;
const MAX_TITLE_LENGTH = 72;
const COMMITS_CHECKED = 20;

/** `headless` matches the beginnings that the text must not have. */
type Text = { kind: 'names' | 'prose' | 'variables'; headless?: RegExp; text: string; start: number };

let complaints = 0;
function complain(where: string, about: string): void {
  complaints += 1;
  process.stdout.write(`${where} ${about}\n`);
}

function checkVariable(file: string, line: number, name: string): void {
  if (PARTICIPLES.test(name))
    complain(`${file}:${line}`, `"${name}" says what was done: name the variable by the noun that it holds`);
}

function checkText(file: string, line: number, { kind, headless, text }: Text): void {
  const where = `${file}:${line}`;
  if (headless?.test(text)) complain(where, `begins with no verb and no noun: "${text.slice(0, 60)}"`);
  for (const word of wordsOf(text, kind)) {
    const retired = RETIRED_WORDS.find(
      ({ word: pattern, only, except }) =>
        pattern.test(word) && (only ?? kind) === kind && !except?.test(file),
    );
    if (retired) complain(where, `"${word}" in "${text.slice(0, 60)}": say ${retired.say}`);
  }
  if (kind === 'names') return;
  if (headless === HEADLESS && TYPE_ALONE.test(text))
    complain(where, `"${text.trim()}" is a type: declare it`);
  for (const { phrase, say } of RETIRED_PHRASES)
    if (phrase.test(text)) complain(where, `"${phrase.exec(text)?.[0]}": say ${say}`);
}

/** Parts of a name, or the words of a sentence without what stands in backticks. */
function wordsOf(text: string, kind: Text['kind']): string[] {
  const plain =
    kind === 'names' ? text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ') : text.replace(/`[^`]*`/g, ' ');
  return plain.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** Comments, names and test titles of a file of TypeScript. Names with underscores are the wire's. */
function textsOf(file: string, code: string): Text[] {
  const { program, comments } = parseSync(file, code);
  const texts: Text[] = comments.map(({ value, start }) => ({
    kind: 'prose',
    headless: HEADLESS,
    text: value.replace(/^\*?\s*(?:\*\s*)?/, '').replace(/\n\s*\*\s?/g, ' '),
    start,
  }));
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    texts.push(...namesIn(node as Node), ...titleIn(node as Node), ...variablesIn(node as Node));
    for (const part of Object.values(node)) visit(part);
  };
  visit(program);
  return texts;
}

type Node = Record<string, unknown>;

function namesIn({ type, name, start }: Node): Text[] {
  if (type !== 'Identifier' || typeof name !== 'string') return [];
  const isOfTheWire = name.includes('_') && name !== name.toUpperCase();
  return isOfTheWire ? [] : [{ kind: 'names', text: name, start: Number(start) }];
}

function variablesIn({ type, id, params }: Node): Text[] {
  const patterns = type === 'VariableDeclarator' ? [id] : Array.isArray(params) ? params : [];
  return patterns.flatMap(bindingsOf);
}

/** Variables that a pattern declares. */
function bindingsOf(pattern: unknown): Text[] {
  const { type, name, start, properties, elements, left, value, argument } = (pattern ?? {}) as Node;
  if (type === 'Identifier') return [{ kind: 'variables', text: String(name), start: Number(start) }];
  return [properties, elements, left, type === 'Property' && value, argument]
    .flat()
    .flatMap((part) => (part ? bindingsOf(part) : []));
}

/** Functions of `node:test` and of testing/everywhere.ts. */
const TITLED = /^(?:it|test|describe|everywhere|onEveryDatabase|withService)$/;

/** Literal or template: `quasis` are the texts around its values. */
type Title = { value?: unknown; quasis?: { value: { cooked: string } }[]; start: number };

function titleIn({ type, callee, arguments: args }: Node): Text[] {
  if (type !== 'CallExpression') return [];
  const { name = '' } = callee as { name?: string };
  const [first] = args as Title[];
  if (!first || !TITLED.test(name)) return [];
  const text = first.quasis?.map(({ value }) => value.cooked).join(' … ') ?? first.value;
  if (typeof text !== 'string') return [];
  const headless =
    /^(?:it|test)$/.test(name) && DEPENDENT_TITLE.test(text) ? DEPENDENT_TITLE : HEADLESS_TITLE;
  return [{ kind: 'prose', headless, text, start: first.start }];
}

/** Comments of the plugin's PHP, which has parsers of its own for all else. */
function textsOfPhp(code: string): Text[] {
  return [...code.matchAll(/\/\*\*?\s*\*?\s*([^@*][^\n]*)|(?<![:'"])\/\/ ([^\n]*)/g)].map((match) => ({
    kind: 'prose',
    headless: HEADLESS,
    text: match[1] ?? match[2] ?? '',
    start: match.index,
  }));
}

function checkCommits(): void {
  let titles: string[];
  try {
    titles = execFileSync('git', ['log', '--no-merges', '--format=%s', `-${COMMITS_CHECKED}`], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
  } catch {
    process.stdout.write('There is no history here: titles of commits were not checked.\n');
    return;
  }
  for (const title of titles) {
    if (title.length > MAX_TITLE_LENGTH) complain('commit', `has ${title.length} characters: "${title}"`);
    if (!COMMIT_TITLE.test(title)) complain('commit', `is no Conventional Commit: "${title}"`);
  }
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS;
for (const folder of folders)
  for await (const file of glob(`${folder}/**/*.{ts,tsx,php}`, {
    exclude: ['**/node_modules/**', '**/dist/**', '**/*-words.ts'],
  })) {
    const code = await readFile(file, 'utf8');
    const texts = file.endsWith('.php') ? textsOfPhp(code) : textsOf(file, code);
    for (const text of texts) {
      const line = code.slice(0, text.start).split('\n').length;
      if (text.kind === 'variables') checkVariable(file, line, text.text);
      else checkText(file, line, text);
    }
  }
if (process.argv.length === 2) checkCommits();
if (complaints > 0) {
  process.stdout.write(`${complaints} complaints. docs/glossary.md and CONTRIBUTING.md say how we write.\n`);
  process.exitCode = 1;
}
