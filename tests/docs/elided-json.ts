import assert from 'node:assert/strict';

/** Marks members or elements that an example leaves out. */
const ELISION = '…';
/** Matches values that differ between runs: ids, instants, URLs, and shortened texts. */
const VARYING = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|https?:\/\/.*)$|…/;

/** Parses JSON in which a bare `…` marks omitted members or elements. */
export function readElided(text: string): unknown {
  const closers: string[] = [];
  let elisions = 0;
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|…/g, (token) => {
    if (token === '{' || token === '[') closers.push(token);
    if (token === '}' || token === ']') closers.pop();
    if (token !== ELISION) return token;
    elisions += 1;
    return closers.at(-1) === '{' ? `"${ELISION}${elisions}":true` : `"${ELISION}"`;
  });
  return JSON.parse(json);
}

/** Asserts that an answer has an example's members in the same order, with others only at an elision. */
export function assertLikeExample(real: unknown, example: unknown, path = '$'): void {
  if (Array.isArray(example)) assertElements(real, example, path);
  else if (isObject(example)) {
    assert.ok(isObject(real), `${path} is an object`);
    assertMembers(real, example, path);
  } else if (VARYING.test(String(example))) assert.equal(typeof real, 'string', path);
  else assert.deepEqual(real, example, path);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function assertElements(real: unknown, example: readonly unknown[], path: string): void {
  assert.ok(Array.isArray(real), `${path} is an array`);
  const isCut = example.at(-1) === ELISION;
  const whole = isCut ? example.slice(0, -1) : example;
  assert.ok(isCut ? real.length >= whole.length : real.length === whole.length, `${path} has ${real.length}`);
  for (const [index, each] of whole.entries()) assertLikeExample(real[index], each, `${path}[${index}]`);
}

function assertMembers(real: Record<string, unknown>, example: Record<string, unknown>, path: string): void {
  const names = Object.keys(real);
  let next = 0;
  let mayBeCut = false;
  for (const [name, value] of Object.entries(example)) {
    if (name.startsWith(ELISION)) {
      mayBeCut = true;
      continue;
    }
    const position = names.indexOf(name, next);
    assert.ok(position >= next, `${path}.${name} is answered, in this order: ${names.join(', ')}`);
    assert.ok(mayBeCut || position === next, `${path} also has ${names.slice(next, position).join(', ')}`);
    assertLikeExample(real[name], value, `${path}.${name}`);
    next = position + 1;
    mayBeCut = false;
  }
  assert.ok(mayBeCut || next === names.length, `${path} also has ${names.slice(next).join(', ')}`);
}
