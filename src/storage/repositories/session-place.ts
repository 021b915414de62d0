/** Place of a sealed column of a checkout session. */
export function sessionPlace(column: 'cart_handle' | 'continue_url', id: string): string {
  return `checkout_sessions.${column}/${id}`;
}
