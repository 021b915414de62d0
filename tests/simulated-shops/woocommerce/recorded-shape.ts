import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../fixtures/woocommerce/', import.meta.url);

/** The body that a real shop answered. */
export function recorded(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')).body;
}

/** Differences from the recorded answer in keys or types of values, at any depth. */
export function differences(answered: unknown, real: unknown, path = '$'): string[] {
  const [is, should] = [kind(answered), kind(real)];
  if (is !== should) return [`${path} is ${is}, not ${should}`];
  if (Array.isArray(answered) && Array.isArray(real)) return inMembers(answered, real, path);
  return is === 'object' ? inKeys(asObject(answered), asObject(real), path) : [];
}

/** Each member must have the shape of one of the recorded members; an empty list says nothing. */
function inMembers(answered: unknown[], real: unknown[], path: string): string[] {
  if (real.length === 0) return [];
  return answered.flatMap((member, index) => {
    const tries = real.map((each) => differences(member, each, `${path}[${index}]`));
    return tries.reduce((best, next) => (next.length < best.length ? next : best));
  });
}

function inKeys(answered: Record<string, unknown>, real: Record<string, unknown>, path: string): string[] {
  const missing = Object.keys(real).filter((key) => !(key in answered));
  const surplus = Object.keys(answered).filter((key) => !(key in real));
  const shared = Object.keys(real).filter((key) => key in answered);
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...surplus.map((key) => `${path}.${key} is not in the recorded answer`),
    ...shared.flatMap((key) => differences(answered[key], real[key], `${path}.${key}`)),
  ];
}

function kind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function asObject(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}
