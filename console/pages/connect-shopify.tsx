import { Button, Group, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import type { CredentialsCheck } from '../api-types.ts';
import { checkCredentials, fieldsOf, useConnect } from '../components/connect/check-and-connect.ts';
import { CheckResult } from '../components/connect/check-result.tsx';
import { FirstImport } from '../components/connect/first-import.tsx';
import { OrganizationChoice } from '../components/connect/organization-choice.tsx';
import { ScopesExplained } from '../components/connect/scopes.tsx';
import {
  EMPTY_SHOPIFY,
  SHOPIFY_RULES,
  type ShopifyFields,
  shopifyCredentials,
} from '../components/connect/shopify-credentials.ts';
import { AdminAccess, DomainField, StorefrontAccess } from '../components/connect/shopify-fields.tsx';
import { DemoCredentials } from '../components/connect/shopify-links.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useWireForm } from '../use-wire-form.ts';

interface Checked {
  check: CredentialsCheck;
  /** Checked credentials; editing the form voids the check. */
  credentials: Record<string, string>;
}

export function ConnectShopify() {
  const connect = useConnect('shopify');
  const store = connect.data;
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
        guide="merchants-shopify.md"
      >
        Connect Shopify
      </PageTitle>
      <OrganizationChoice />
      <ShopifyForm connect={connect} />
    </>
  );
}

function ShopifyForm({ connect }: { connect: ReturnType<typeof useConnect> }) {
  const [checked, setChecked] = useState<Checked>();
  const { form, submit, busy, error } = useWireForm({
    initial: EMPTY_SHOPIFY,
    validate: SHOPIFY_RULES,
    send: async (fields: ShopifyFields) => {
      const credentials = shopifyCredentials(fields);
      return { credentials, check: await checkCredentials('shopify', credentials) };
    },
    onDone(result, { setErrors }) {
      setChecked(result);
      setErrors(fieldsOf(result.check));
    },
  });
  const current = JSON.stringify(shopifyCredentials(form.getValues()));
  const fresh = checked && JSON.stringify(checked.credentials) === current ? checked : undefined;
  return (
    <Stack maw={720}>
      <Paper withBorder p="lg">
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <DemoCredentials />
            <DomainField form={form} />
            <ScopesExplained />
            <AdminAccess form={form} />
            <StorefrontAccess form={form} />
            <ErrorNotice error={error} title="The credentials could not be checked" />
            <Group>
              <Button type="submit" loading={busy} variant={fresh?.check.ok ? 'default' : 'filled'}>
                {checked ? 'Check again' : 'Check credentials'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      {fresh && (
        <CheckResult
          check={fresh.check}
          connecting={connect.isPending}
          error={connect.error}
          onConnect={(slug) => connect.mutate({ credentials: fresh.credentials, slug })}
        />
      )}
    </Stack>
  );
}
