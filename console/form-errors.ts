import { ApiError } from './api.ts';

/** The service's words for each field, by the field's wire name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {};
  const details = error.details as { path: string; message: string }[];
  return Object.fromEntries(
    details.map(({ path, message }) => [path.replace(/^credentials\./, ''), sentence(message)]),
  );
}

/** The error, unless its words stand at the fields already. */
export function notAtFields(error: unknown, names: readonly string[]): unknown {
  const told = Object.keys(fieldErrors(error));
  return told.length > 0 && told.every((path) => names.includes(path)) ? null : error;
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
