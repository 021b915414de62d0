import { Accordion, Code, Group, List, Stack, Text } from '@mantine/core';
import {
  type AccessScope,
  ADMIN_SCOPES,
  STOREFRONT_SCOPES,
} from '../../../src/store-platforms/shopify/access/scopes.ts';
import { CopyButton } from '../../components/copy-button.tsx';

/** Access scopes of the app, and the reason for each. */
export function ScopesExplained() {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="scopes">
        <Accordion.Control>Which scopes does the app need?</Accordion.Control>
        <Accordion.Panel>
          <Stack>
            <Text size="sm">
              Give the app these access scopes in Shopify, release the version, and install it in your shop.
              Nothing else is read: no customer lists, reports or payment details.
            </Text>
            <ScopeList title="Admin API" scopes={ADMIN_SCOPES} />
            <ScopeList title="Storefront API" scopes={STOREFRONT_SCOPES} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function ScopeList({ title, scopes }: { title: string; scopes: readonly AccessScope[] }) {
  const all = scopes.map(({ scope }) => scope).join(',');
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <CopyButton text={all} what={`${title} scopes`} size="compact-xs" />
      </Group>
      <List size="sm" spacing={6} listStyleType="none">
        {scopes.map(({ scope, why, required }) => (
          <List.Item key={scope}>
            <Code className="break">{scope}</Code> {required && 'Required. '}
            {why}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
