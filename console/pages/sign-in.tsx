import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EMAIL } from '../components/account-fields.ts';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { SingleSignOnButton } from '../components/single-sign-on-button.tsx';
import { SecretField, TextField } from '../components/text-field.tsx';
import { WireForm } from '../components/wire-form.tsx';
import { canUsePasskeys } from '../passkeys.ts';
import { becameAccount, useInstallation } from '../session.ts';
import { required, useWireForm } from '../use-wire-form.ts';

export function SignIn() {
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const installation = useInstallation().data;
  const open = installation?.sign_up === 'open';
  const wire = useWireForm('signIn', {
    initial: { email: '', password: '', code: '' },
    validate: {
      email: required('your e-mail address'),
      password: required('your password'),
      ...(needsCode ? { code: required('the code that your app shows') } : {}),
    },
    inputOf: ({ code, ...values }) => ({ body: needsCode ? { ...values, code } : values }),
    onDone: ({ account }) => (account ? becameAccount(client, account) : setNeedsCode(true)),
  });
  return (
    <SignInLayout>
      <PageTitle>Sign in</PageTitle>
      <WireForm wire={wire} failure="You are not signed in" button="Sign in" wide>
        <TextField form={wire.form} {...EMAIL} />
        <SecretField form={wire.form} name="password" label="Password" autoComplete="current-password" />
        {needsCode && (
          <TextField
            form={wire.form}
            name="code"
            label="Code"
            description="From your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            autoFocus
          />
        )}
      </WireForm>
      {canUsePasskeys() && <PasskeyButton />}
      {installation?.single_sign_on != null && (
        <SingleSignOnButton operation="beginSingleSignOn" fullWidth>
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
    </SignInLayout>
  );
}
