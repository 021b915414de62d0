import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { NEW_PASSWORD } from '../components/account-fields.ts';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { SecretField } from '../components/text-field.tsx';
import { WireForm } from '../components/wire-form.tsx';
import { useLinkToken } from '../link-token.ts';
import { saySaved } from '../saved.ts';
import { becameAccount, useInstallation } from '../session.ts';
import { required, useWireForm } from '../use-wire-form.ts';

/** Opened by a link whose fragment is the token. */
export function ResetPassword() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const token = useLinkToken();
  const mail = useInstallation().data?.mail;
  const wire = useWireForm('confirmPasswordReset', {
    initial: { new_password: '' },
    validate: { new_password: required('a new password') },
    inputOf: (values) => ({ body: { ...values, token } }),
    onDone: () => {
      becameAccount(client, null);
      saySaved('Password changed. Sign in with it.');
      navigate('/sign-in', { replace: true });
    },
  });
  return (
    <SignInLayout>
      <PageTitle>Choose a new password</PageTitle>
      <WireForm wire={wire} failure="The password was not changed" button="Change password" wide>
        <SecretField
          form={wire.form}
          {...NEW_PASSWORD}
          description={`${NEW_PASSWORD.description} Other browsers are signed out.`}
        />
      </WireForm>
      <Text size="sm" c="dimmed">
        {mail && (
          <>
            <Link to="/forgot-password" underline="always">
              Ask for a new link
            </Link>
            {' · '}
          </>
        )}
        <Link to="/sign-in" underline="always">
          Sign in
        </Link>
      </Text>
    </SignInLayout>
  );
}
