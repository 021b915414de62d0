const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ids of our own are written in lower case; any other text is no id of ours, and no database is asked for it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A random UUID as one of version 7: rows with such ids come to lie side by side, the newest last. `at` in epoch milliseconds. */
export function inOrderOfTime(id: string, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice('00000000-0000-4'.length)}`;
}
