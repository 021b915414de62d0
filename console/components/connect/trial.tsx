import { Group, Text } from '@mantine/core';
import type { PlatformName } from '../../../src/store-platforms/presentations.ts';
import { useStores } from '../../session.ts';
import { OutsideLink } from '../outside-link.tsx';

/** Address of a page of the platform's simulated shop; undefined without one. */
export function useTrialPage(shop: PlatformName, page: 'credentials' | 'pair-at'): string | undefined {
  const demo = useStores().data?.find(({ platform, test_mode }) => platform === shop && test_mode);
  const host = demo?.hosts[0];
  return host && `http://${host}/_sandbox/${page}`;
}

/** Offers the credentials of the simulated shop; absent without one. */
export function DemoCredentials({ shop }: { shop: PlatformName }) {
  const href = useTrialPage(shop, 'credentials');
  if (href === undefined) return null;
  return (
    <Group gap="xs">
      <Text size="sm">Just trying? The simulated shop has credentials for you.</Text>
      <OutsideLink href={href}>Show the demo credentials</OutsideLink>
    </Group>
  );
}
