/** The last characters of an id: those made in the same minute begin alike. Searching finds a session, cart or order by them. */
export function shortId(id: string): string {
  return id.slice(-8);
}
