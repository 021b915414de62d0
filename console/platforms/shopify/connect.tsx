import { Box, Stack } from '@mantine/core';
import { presentations } from '../../../src/store-platforms/presentations.ts';
import { useConnect } from '../../components/connect/check-and-connect.ts';
import { CheckedForm } from '../../components/connect/checked-form.tsx';
import { FirstImport } from '../../components/connect/first-import.tsx';
import { OrganizationChoice } from '../../components/connect/organization-choice.tsx';
import { DemoCredentials } from '../../components/connect/trial.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { EMPTY_SHOPIFY, SHOPIFY_RULES, shopifyCredentials } from './credentials.ts';
import { AdminAccess, DomainField, StorefrontAccess } from './fields.tsx';
import { ScopesExplained } from './scopes.tsx';

export function ConnectShopify() {
  const connect = useConnect('shopify');
  const store = connect.data?.store;
  if (store) {
    return (
      <>
        <PageTitle>Connect Shopify</PageTitle>
        <FirstImport slug={store.slug} name={store.name} />
      </>
    );
  }
  return (
    <>
      <PageTitle
        lead="Everything is tested against your shop before it is saved. Secrets are stored encrypted."
        guide={presentations.shopify.guide}
      >
        Connect Shopify
      </PageTitle>
      <OrganizationChoice />
      <Box maw={720}>
        <CheckedForm
          platform="shopify"
          connect={connect}
          initial={EMPTY_SHOPIFY}
          rules={SHOPIFY_RULES}
          credentialsOf={shopifyCredentials}
        >
          {(form) => (
            <Stack gap="lg">
              <DemoCredentials shop="shopify" />
              <DomainField form={form} />
              <ScopesExplained />
              <AdminAccess form={form} />
              <StorefrontAccess form={form} />
            </Stack>
          )}
        </CheckedForm>
      </Box>
    </>
  );
}
