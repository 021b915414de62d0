import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CredentialsCheck } from '../../api-types.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { SecretField, TextField } from '../text-field.tsx';
import { checkCredentials, fieldsOf, useConnect } from './check-and-connect.ts';
import { CheckResult } from './check-result.tsx';
import { FirstImport } from './first-import.tsx';

/** For a site where the plugin is installed but cannot call us: its REST API keys, typed by hand. */
export function WooCommerceKeys() {
  const connect = useConnect('woocommerce');
  const [checked, setChecked] = useState<{ check: CredentialsCheck; values: Record<string, string> }>();
  const { form, submit, busy, error } = useWireForm({
    initial: { url: '', consumerKey: '', consumerSecret: '' },
    validate: {
      url: required('your store’s URL'),
      consumerKey: required('the consumer key'),
      consumerSecret: required('the consumer secret'),
    },
    send: async (values) => ({ values, check: await checkCredentials('woocommerce', values) }),
    onDone(result, { setErrors }) {
      setChecked(result);
      setErrors(fieldsOf(result.check));
    },
  });
  const fresh = checked && JSON.stringify(checked.values) === JSON.stringify(form.getValues());
  if (connect.data) return <FirstImport slug={connect.data.slug} name={connect.data.name} />;
  return (
    <Stack>
      <Paper withBorder p="lg">
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text size="sm">
              In WordPress, go to WooCommerce → Settings → Advanced → REST API → Add key, and choose the
              permissions Read/Write. The plugin must be installed too.
            </Text>
            <TextField form={form} name="url" label="Store URL" placeholder="https://shop.example" required />
            <TextField form={form} name="consumerKey" label="Consumer key" placeholder="ck_…" required />
            <SecretField form={form} name="consumerSecret" label="Consumer secret" required />
            <ErrorNotice error={error} title="The credentials could not be checked" />
            <Group>
              <Button
                type="submit"
                loading={busy}
                variant={fresh && checked?.check.ok ? 'default' : 'filled'}
              >
                {checked ? 'Check again' : 'Check credentials'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      {fresh && checked && (
        <CheckResult
          check={checked.check}
          connecting={connect.isPending}
          error={connect.error}
          onConnect={(slug) => connect.mutate({ credentials: checked.values, slug })}
        />
      )}
    </Stack>
  );
}
