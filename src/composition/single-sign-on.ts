import { createSealedCookie } from '../accounts/cookies.ts';
import type { SingleSignOn } from '../merchant/visit.ts';
import { createSealing, deriveSecret } from '../storage/engine/sealing.ts';
import type { WithOutboundClients } from './outbound-clients.ts';

const MAX_AGE_SECONDS = 600;

/** Undefined without an identity provider. */
export function createSingleSignOn({
  config: { singleSignOn },
  infrastructure: { secretKey, now },
  outbound: { identityProvider },
  baseUrl,
}: WithOutboundClients): SingleSignOn | undefined {
  if (!singleSignOn || !identityProvider) return undefined;
  const { issuer, label, signsUp } = singleSignOn;
  const cookie: SingleSignOn['cookie'] = createSealedCookie({
    name: 'ucp-host.sign-on',
    maxAgeSeconds: MAX_AGE_SECONDS,
    sealing: createSealing(deriveSecret('single-sign-on', secretKey)),
    baseUrl,
    now,
  });
  return { issuer, label, signsUp, provider: identityProvider, cookie };
}
