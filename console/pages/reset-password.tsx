import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { act } from '../api.ts';
import { FrontDoor } from '../components/front-door.tsx';
import { Link } from '../components/link.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SecretField } from '../components/text-field.tsx';
import { saySaved } from '../saved.ts';
import { becameAccount, useInstallation } from '../session.ts';
import { longEnough, useWireForm } from '../use-wire-form.ts';

/** Opened by a link whose fragment is the token. */
export function ResetPassword() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const mail = useInstallation().data?.mail;
  const { form, submit, busy, error } = useWireForm({
    initial: { new_password: '' },
    validate: { new_password: longEnough },
    send: (values) =>
      act('POST', '/password-reset/confirm', { ...values, token: window.location.hash.slice(1) }),
    onDone: () => {
      becameAccount(client, null);
      saySaved('Password changed. Sign in with it.');
      navigate('/sign-in', { replace: true });
    },
  });
  return (
    <FrontDoor>
      <PageTitle>Choose a new password</PageTitle>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorNotice error={error} title="The password was not changed" />
          <SecretField
            form={form}
            name="new_password"
            label="New password"
            description="At least 10 characters. Other browsers are signed out."
            autoComplete="new-password"
          />
          <Button type="submit" loading={busy} fullWidth>
            Change password
          </Button>
        </Stack>
      </form>
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
    </FrontDoor>
  );
}
