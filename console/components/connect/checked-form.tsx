import { Button, Group, Paper, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import type { CredentialsCheck } from '../../../client/index.ts';
import type { PlatformName } from '../../../src/store-platforms/presentations.ts';
import { type Rules, useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { fieldsOf, type useConnect } from './check-and-connect.ts';
import { CheckResult } from './check-result.tsx';

interface CheckedFormProps<Values extends Record<string, string>> {
  platform: PlatformName;
  connect: ReturnType<typeof useConnect>;
  initial: Values;
  rules: Rules<Values>;
  /** Returns what the service is sent. */
  credentialsOf?: (values: Values) => Record<string, string>;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

interface Checked {
  check: CredentialsCheck;
  /** Checked credentials; editing the form voids the check. */
  credentials: Record<string, string>;
}

/** Credentials that are checked against the shop before they connect it. */
export function CheckedForm<Values extends Record<string, string>>({
  platform,
  connect,
  initial,
  rules,
  credentialsOf = (values) => values,
  children,
}: CheckedFormProps<Values>) {
  const [checked, setChecked] = useState<Checked>();
  const { form, submit, busy, error } = useWireForm('checkCredentials', {
    initial,
    validate: rules,
    inputOf: (values) => ({ body: { platform, credentials: credentialsOf(values) } }),
    onDone(check, { setErrors }, values) {
      setChecked({ check, credentials: credentialsOf(values) });
      setErrors(fieldsOf(check));
    },
  });
  const current = JSON.stringify(credentialsOf(form.getValues()));
  const fresh = checked && JSON.stringify(checked.credentials) === current ? checked : undefined;
  return (
    <Stack>
      <Paper withBorder p="lg">
        <form onSubmit={submit} noValidate>
          <Stack>
            {children(form)}
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
