import { Group } from '@mantine/core';
import { IconBrandWordpress, IconShoppingBag } from '@tabler/icons-react';

const PLATFORM_NAMES: Record<string, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

export function PlatformName({ platform }: { platform: string }) {
  const Icon = platform === 'shopify' ? IconShoppingBag : IconBrandWordpress;
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <Icon size={16} stroke={1.6} aria-hidden />
      {PLATFORM_NAMES[platform] ?? platform}
    </Group>
  );
}
