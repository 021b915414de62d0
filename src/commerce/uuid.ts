const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ids of our own are written in lower case; any other text is no id of ours, and no database is asked for it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
