import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { LEADS, VERBS } from './verbs.ts';

export interface NamedFunction {
  file: string;
  line: number;
  name: string;
}

/** Returns the functions of `src` and `search` whose first word is neither a verb nor a word of a question or a conversion. */
export function namelessFunctions(): NamedFunction[] {
  const files = globSync('{search,src}/**/*.ts', {
    exclude: ['**/node_modules/**', '**/*.generated.ts'],
  }).toSorted();
  return files
    .flatMap((file) => functionsIn(file, readFileSync(file, 'utf8')))
    .filter(({ name }) => !beginsWithVerb(name));
}

export function beginsWithVerb(name: string): boolean {
  const [word = ''] = name.match(/^[A-Z]?[a-z\d]+|^[A-Z]+(?![a-z])/) ?? [];
  return VERBS.has(word.toLowerCase()) || LEADS.has(word.toLowerCase());
}

type Node = Record<string, unknown>;

function functionsIn(file: string, code: string): NamedFunction[] {
  const names: NamedFunction[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { name, start } = (nameOf(node as Node) ?? {}) as Node;
    if (typeof name === 'string')
      names.push({ file, line: code.slice(0, Number(start)).split('\n').length, name });
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, code).program);
  return names;
}

/** Identifier of a declared function, a constant that holds one, or a method. */
function nameOf({ type, id, init, key, method }: Node): unknown {
  if (type === 'FunctionDeclaration') return id;
  if (type === 'VariableDeclarator') return isFunction(init) ? id : undefined;
  return (type === 'Property' && method === true) || type === 'MethodDefinition' ? key : undefined;
}

function isFunction(node: unknown): boolean {
  return /^(?:ArrowFunctionExpression|FunctionExpression)$/.test(String((node as Node | null)?.type));
}
