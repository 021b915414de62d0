import { ApiError } from '../client/index.ts';

/** Error by the field's wire name; `true` marks another field with the same error as one before. */
export type FieldErrors = Record<string, string | true>;

/** Names the field of a member of the request. */
export type FieldOf = (path: string) => string;

/** The member's own name, or that of a credential. */
export const ownField: FieldOf = (path) => path.replace(/^credentials\./, '');

export function fieldErrors(error: unknown, fieldOf = ownField): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  return saidOnce(error.details.map(({ path, message }) => [fieldOf(path), sentence(message)]));
}

/** Marks fields, with each text at the first of those that it is about. */
export function saidOnce(errors: readonly (readonly [field: string, text: string])[]): FieldErrors {
  const texts = new Set<string>();
  return Object.fromEntries(
    errors.map(([field, text]) => {
      const isRepeated = texts.has(text);
      texts.add(text);
      return [field, isRepeated || text];
    }),
  );
}

/** Returns the error, unless its fields show it already. */
export function notAtFields(error: unknown, names: readonly string[], fieldOf = ownField): unknown {
  const paths = Object.keys(fieldErrors(error, fieldOf));
  return paths.length > 0 && paths.every((path) => names.includes(path)) ? null : error;
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
