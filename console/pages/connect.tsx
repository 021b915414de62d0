import { Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBrandWordpress, IconShoppingBag, type TablerIcon } from '@tabler/icons-react';
import { LinkButton } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';

interface Way {
  to: string;
  name: string;
  icon: TablerIcon;
  how: string;
  needed: string;
}

const WAYS: readonly Way[] = [
  {
    to: '/connect/shopify',
    name: 'Shopify',
    icon: IconShoppingBag,
    how: 'Enter your shop’s domain and the credentials of a Shopify app you create. Everything is checked live before it is saved.',
    needed: 'You need permission to create apps in your Shopify admin.',
  },
  {
    to: '/connect/woocommerce',
    name: 'WooCommerce',
    icon: IconBrandWordpress,
    how: 'Install our plugin on your site and enter a six-digit code there. The rest is automatic.',
    needed: 'You need an administrator account in WordPress.',
  },
];

/** The choice of the platform. */
export function Connect() {
  return (
    <>
      <PageTitle lead="Which platform does the store run on?">Add a store</PageTitle>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {WAYS.map((way) => (
          <WayCard key={way.to} {...way} />
        ))}
      </SimpleGrid>
    </>
  );
}

function WayCard({ to, name, icon: Icon, how, needed }: Way) {
  return (
    <Paper withBorder p="lg">
      <Stack h="100%" justify="space-between">
        <Stack gap="xs">
          <Group gap="sm">
            <ThemeIcon variant="light" size="lg">
              <Icon size={20} aria-hidden />
            </ThemeIcon>
            <Title order={2} size="h4">
              {name}
            </Title>
          </Group>
          <Text size="sm">{how}</Text>
          <Text size="sm" c="dimmed">
            {needed}
          </Text>
        </Stack>
        <LinkButton to={to}>Connect {name}</LinkButton>
      </Stack>
    </Paper>
  );
}
