import { useState } from 'react';

/** Token in the fragment of a link that was handed over; browsers send no fragment to a server. */
export function useLinkToken(): string {
  return useState(() => window.location.hash.slice(1))[0];
}
