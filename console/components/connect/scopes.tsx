import { Accordion, Code, Group, List, Stack, Text } from '@mantine/core';
import { CopyButton } from '../copy-button.tsx';

const ADMIN: [scope: string, why: string][] = [
  ['read_orders', 'Needed. Shows whether a purchase was paid, sent or refunded.'],
  ['write_orders', 'Marks each order with the session it came from, so that it is found again.'],
  ['read_products', 'Lets Shopify tell us at once when a product changes.'],
];

const STOREFRONT: [scope: string, why: string][] = [
  ['unauthenticated_read_product_listings', 'Needed. The products that agents find.'],
  ['unauthenticated_read_product_tags', 'Lets agents search by tags.'],
  ['unauthenticated_read_product_inventory', 'How many are left, so that agents promise no more.'],
  ['unauthenticated_write_checkouts', 'Needed. Fills a cart and hands the buyer to your checkout.'],
  ['unauthenticated_read_checkouts', 'Needed. Reads what the cart costs, with shipping and taxes.'],
];

/** Which scopes the app must be given, and what each is for. */
export function ScopesExplained() {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="scopes">
        <Accordion.Control>Which scopes does the app need?</Accordion.Control>
        <Accordion.Panel>
          <Stack>
            <Text size="sm">
              Give the app these access scopes in Shopify, release the version, and install it in the shop.
              Nothing else is read: no customers’ lists, no reports, no payment details.
            </Text>
            <ScopeList title="Admin API" scopes={ADMIN} />
            <ScopeList title="Storefront API" scopes={STOREFRONT} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function ScopeList({ title, scopes }: { title: string; scopes: typeof ADMIN }) {
  const all = scopes.map(([scope]) => scope).join(',');
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <CopyButton text={all} what={`${title} scopes`} size="compact-xs" />
      </Group>
      <List size="sm" spacing={6} listStyleType="none">
        {scopes.map(([scope, why]) => (
          <List.Item key={scope}>
            <Code className="break">{scope}</Code> {why}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
