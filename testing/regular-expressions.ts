import { randomUUID } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';

interface Expression {
  /** `src/commerce/text/redact.ts:12`. */
  at: string;
  source: string;
  flags: string;
}

interface Found {
  expressions: Expression[];
  /** Places that build an expression at run time. */
  unknown: string[];
}

type Node = { type: string; start: number } & Record<string, unknown>;

/**
 * Returns every regular expression of the files: literals, `new RegExp` of constants in the same file, and those that a file builds from
 * others' constants when it is loaded.
 */
export async function expressionsIn(patterns: readonly string[]): Promise<Found> {
  const results: Found = { expressions: [], unknown: [] };
  for await (const file of glob([...patterns], { exclude: ['**/node_modules/**', '**/dist/**'] })) {
    const code = await readFile(file, 'utf8');
    const { expressions, unknown } = readExpressions(file, code);
    const built = unknown.length === 0 ? [] : await listBuiltAtLoad(file);
    results.expressions.push(...expressions, ...built.filter(({ at }) => unknown.includes(at)));
    results.unknown.push(...unknown.filter((at) => built.every((each) => each.at !== at)));
  }
  return results;
}

function readExpressions(file: string, code: string): Found {
  const nodes = nodesOf(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  const constants = constantsOf(nodes);
  const results: Found = { expressions: [], unknown: [] };
  for (const node of nodes) {
    const at = `${file}:${code.slice(0, node.start).split('\n').length}`;
    const expression = expressionOf(node, constants);
    if (expression === 'unknown') results.unknown.push(at);
    else if (expression) results.expressions.push({ at, ...expression });
  }
  return results;
}

/** Loads a file again, beside modules that are loaded already, and lists the expressions that it builds meanwhile. */
async function listBuiltAtLoad(file: string): Promise<Expression[]> {
  const { href } = pathToFileURL(file);
  await import(href);
  const built: Expression[] = [];
  const { RegExp: native } = globalThis;
  const construct = (target: typeof native, [source, flags]: [string, string?]) => {
    const line = /:(\d+):\d+\)?$/m.exec(new Error().stack?.split('\n')[2] ?? '')?.[1];
    built.push({ at: `${file}:${line}`, source, flags: flags ?? '' });
    return new target(source, flags);
  };
  globalThis.RegExp = new Proxy(native, { construct });
  try {
    // An address of its own each time: a loaded module is not run again.
    await import(`${href}?load=${randomUUID()}`);
  } finally {
    globalThis.RegExp = native;
  }
  return built;
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

type Constants = ReadonlyMap<unknown, string>;

function constantsOf(nodes: readonly Node[]): Constants {
  const constants = new Map<unknown, string>();
  for (const { type, id, init } of nodes) {
    if (type !== 'VariableDeclarator' || !isNode(id) || !isNode(init)) continue;
    const text = textOf(init, constants);
    if (text !== undefined) constants.set(id.name, text);
  }
  return constants;
}

function expressionOf(node: Node, constants: Constants) {
  if (node.type === 'Literal' && isRegex(node.regex))
    return { source: node.regex.pattern, flags: node.regex.flags };
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  if (!isNode(node.callee) || node.callee.name !== 'RegExp' || !Array.isArray(node.arguments))
    return undefined;
  const [source, flags = ''] = node.arguments.map((argument) => textOf(argument, constants));
  return source === undefined || flags === undefined ? ('unknown' as const) : { source, flags };
}

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value;
}

function textOf(node: unknown, constants: Constants): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') return constants.get(node.name);
  if (node.type === 'TaggedTemplateExpression')
    return isRaw(node.tag) ? textOf({ ...(node.quasi as Node), isRaw: true }, constants) : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || !Array.isArray(node.expressions))
    return undefined;
  const between = node.expressions.map((each) => textOf(each, constants));
  if (between.includes(undefined)) return undefined;
  const kind = node.isRaw === true ? 'raw' : 'cooked';
  return node.quasis.map(({ value }, index) => value[kind] + (between[index] ?? '')).join('');
}

/** True for the tag `String.raw`. */
function isRaw(tag: unknown): boolean {
  return isNode(tag) && isNode(tag.object) && tag.object.name === 'String';
}
