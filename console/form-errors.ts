import { ApiError } from './api.ts';

/** Error messages by the field's wire name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {};
  const details = error.details as { path: string; message: string }[];
  return Object.fromEntries(
    details.map(({ path, message }) => [path.replace(/^credentials\./, ''), sentence(message)]),
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
