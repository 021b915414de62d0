import { isObject } from '../src/commerce/json/is-object.ts';

export type Json = Record<string, unknown>;
export type Path = readonly (string | number)[];

export function valueAt(from: unknown, path: Path): unknown {
  let value = from;
  for (const step of path)
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, step) : undefined;
  return value;
}

/** Returns a copy with the value at the path; undefined removes the member. Missing objects on the way are made. */
export function withValueAt(from: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(from);
  const last = path.at(-1);
  if (last === undefined) return copy;
  let holder: object = copy;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const inner: unknown = Reflect.get(holder, step);
    if (isObject(inner) || Array.isArray(inner)) holder = inner;
    else {
      const container = typeof path[index + 1] === 'number' ? [] : {};
      Reflect.set(holder, step, container);
      holder = container;
    }
  }
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return copy;
}

/** Reads `line_items.0.id`, `items[0].id` and `$.line_items[0].id`. */
export function pathOf(text: string): Path {
  const steps = text.match(/[^.[\]$]+/g) ?? [];
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
