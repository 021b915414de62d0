import { useState } from 'react';

/** Token in the fragment of a link that was handed over; browsers send no fragment to a server. A link that lost it is refused as one that is no longer valid. */
export function useLinkToken(): string {
  return useState(() => window.location.hash.slice(1) || 'none')[0];
}
