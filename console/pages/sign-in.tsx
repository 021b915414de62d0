import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../api.ts';
import type { Account } from '../api-types.ts';
import { FrontDoor } from '../components/front-door.tsx';
import { Link } from '../components/link.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { SingleSignOnButton } from '../components/single-sign-on-button.tsx';
import { SecretField, TextField } from '../components/text-field.tsx';
import { canUsePasskeys } from '../passkeys.ts';
import { becameAccount, useInstallation } from '../session.ts';
import { required, useWireForm } from '../use-wire-form.ts';

export function SignIn() {
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const installation = useInstallation().data;
  const open = installation?.sign_up === 'open';
  const { form, submit, busy, error } = useWireForm({
    initial: { email: '', password: '', code: '' },
    validate: {
      email: required('your e-mail address'),
      password: required('your password'),
      ...(needsCode ? { code: required('the code that your app shows') } : {}),
    },
    send: ({ code, ...values }) =>
      act<{ account: Account | null }>('POST', '/sign-in', needsCode ? { ...values, code } : values),
    onDone: ({ account }) => (account ? becameAccount(client, account) : setNeedsCode(true)),
  });
  return (
    <FrontDoor>
      <PageTitle>Sign in</PageTitle>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorNotice error={error} title="You are not signed in" />
          <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" />
          <SecretField form={form} name="password" label="Password" autoComplete="current-password" />
          {needsCode && (
            <TextField
              form={form}
              name="code"
              label="Code"
              description="Of your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              autoFocus
            />
          )}
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      {canUsePasskeys() && <PasskeyButton />}
      {installation?.single_sign_on != null && (
        <SingleSignOnButton path="/single-sign-on" fullWidth>
          {`Sign in with ${installation.single_sign_on}`}
        </SingleSignOnButton>
      )}
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
