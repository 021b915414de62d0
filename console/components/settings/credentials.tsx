import { Suspense } from 'react';
import { platforms } from '../../platforms/index.ts';
import { useStore } from '../../store-context.ts';
import { Loading } from '../loading.tsx';
import { Section } from '../panel.tsx';

/** Replaces credentials after testing them against the shop. */
export function Credentials() {
  const { platform, hosts } = useStore();
  const Replace = platforms.get(platform)?.ReplaceCredentials;
  if (!Replace) return null;
  return (
    <Section
      title="Credentials"
      lead="Saved credentials are never shown. New ones are tested against your shop before they replace the old."
    >
      <Suspense fallback={<Loading />}>
        {/* Replaced credentials may have moved the store to another domain. */}
        <Replace key={hosts.join(' ')} />
      </Suspense>
    </Section>
  );
}
