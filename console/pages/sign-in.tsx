import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { act } from '../api.ts';
import type { Account } from '../api-types.ts';
import { FrontDoor } from '../components/front-door.tsx';
import { Link } from '../components/link.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SecretField, TextField } from '../components/text-field.tsx';
import { becameAccount, useInstallation } from '../session.ts';
import { required, useWireForm } from '../use-wire-form.ts';

export function SignIn() {
  const client = useQueryClient();
  const open = useInstallation().data?.sign_up === 'open';
  const { form, submit, busy, error } = useWireForm({
    initial: { email: '', password: '' },
    validate: { email: required('your e-mail address'), password: required('your password') },
    send: (values) => act<{ account: Account }>('POST', '/sign-in', values),
    onDone: ({ account }) => becameAccount(client, account),
  });
  return (
    <FrontDoor>
      <PageTitle>Sign in</PageTitle>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorNotice error={error} title="You are not signed in" />
          <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" />
          <SecretField form={form} name="password" label="Password" autoComplete="current-password" />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      <Text size="sm">
        <Link to="/forgot-password" underline="always">
          Forgot your password?
        </Link>
      </Text>
      <Text size="sm" c="dimmed">
        {open ? (
          <>
            New here?{' '}
            <Link to="/sign-up" underline="always">
              Create an account
            </Link>
          </>
        ) : (
          'Ask the operator of this service for an account.'
        )}
      </Text>
    </FrontDoor>
  );
}
