import { ApiError } from './api.ts';

/** Error by the field's wire name; `true` marks another field with the same error as one before. */
export type FieldErrors = Record<string, string | true>;

export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {};
  const details = error.details as { path: string; message: string }[];
  return saidOnce(
    details.map(({ path, message }) => [path.replace(/^credentials\./, ''), sentence(message)]),
  );
}

/** Marks fields, with each text at the first of those that it is about. */
export function saidOnce(errors: readonly (readonly [field: string, text: string])[]): FieldErrors {
  const said = new Set<string>();
  return Object.fromEntries(
    errors.map(([field, text]) => {
      const isRepeated = said.has(text);
      said.add(text);
      return [field, isRepeated || text];
    }),
  );
}

/** Returns the error, unless its fields show it already. */
export function notAtFields(error: unknown, names: readonly string[]): unknown {
  const paths = Object.keys(fieldErrors(error));
  return paths.length > 0 && paths.every((path) => names.includes(path)) ? null : error;
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
