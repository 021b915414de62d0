import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseSync } from 'vite';

const MAX_FUNCTION_LINES = 50;

describe('sizes', () => {
  it('allow fifteen functions of src and search over 50 lines, a repository’s factory among them', () => {
    const long = [...filesOf('src'), ...filesOf('search')].flatMap(longFunctionsOf);
    assert.ok(long.length <= 15, long.join('\n'));
  });

  it('keep bench/ within 5,500 lines', () => {
    const lines = filesOf('bench').flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'));
    assert.ok(lines.length > 1_000 && lines.length <= 5_500, `${lines.length} lines`);
  });
});

function filesOf(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`);
}

function longFunctionsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const long: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start = 0, end = 0 } = node as { type?: string; start?: number; end?: number };
    const lines = code.slice(start, end).split('\n').length;
    // A short part holds nothing long.
    if (type !== undefined && lines <= MAX_FUNCTION_LINES) return;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type ?? ''))
      long.push(`${file}:${code.slice(0, start).split('\n').length} has ${lines} lines`);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, code).program);
  return long;
}
