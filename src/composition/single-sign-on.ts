import { sealedCookie } from '../accounts/sealed-cookie.ts';
import type { SingleSignOn } from '../merchant/visit.ts';
import type { Config } from '../settings/config.ts';
import { createSealing, secretFor } from '../storage/engine/sealing.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { OutboundClients } from './outbound-clients.ts';

const MAX_AGE_SECONDS = 600;

/** Undefined without an identity provider. */
export function createSingleSignOn(
  { singleSignOn }: Config,
  { secretKey, now }: Infrastructure,
  { identityProvider }: OutboundClients,
  baseUrl: () => string,
): SingleSignOn | undefined {
  if (!singleSignOn || !identityProvider) return undefined;
  const { issuer, label, signsUp } = singleSignOn;
  const cookie: SingleSignOn['cookie'] = sealedCookie({
    name: 'ucp-host.sign-on',
    maxAgeSeconds: MAX_AGE_SECONDS,
    sealing: createSealing(secretFor('single-sign-on', secretKey)),
    baseUrl,
    now,
  });
  return { issuer, label, signsUp, provider: identityProvider, cookie };
}
