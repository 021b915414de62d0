import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { act } from '../api.ts';
import type { Account } from '../api-types.ts';
import { FrontDoor } from '../components/front-door.tsx';
import { Link } from '../components/link.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SecretField, TextField } from '../components/text-field.tsx';
import { becameAccount, useInstallation } from '../session.ts';
import { longEnough, required, useWireForm } from '../use-wire-form.ts';

export function SignUp() {
  const installation = useInstallation().data;
  const closed = installation?.sign_up === 'closed';
  return (
    <FrontDoor>
      <PageTitle lead={installation?.first_run ? <FirstRun sandbox={installation.sandbox} /> : undefined}>
        {installation?.first_run ? 'Welcome to ucp-host' : 'Create an account'}
      </PageTitle>
      {closed ? (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Sign-up is closed">
          Ask the operator of this service for an account.
        </Alert>
      ) : (
        <SignUpForm />
      )}
      {!installation?.first_run && (
        <Text size="sm" c="dimmed">
          Already have an account?{' '}
          <Link to="/sign-in" underline="always">
            Sign in
          </Link>
        </Text>
      )}
    </FrontDoor>
  );
}

function FirstRun({ sandbox }: { sandbox: boolean }) {
  return (
    <>
      Create the first account. It owns this installation’s stores
      {sandbox ? ', including two demo stores to try everything on.' : '.'}
    </>
  );
}

function SignUpForm() {
  const client = useQueryClient();
  const { form, submit, busy, error } = useWireForm({
    initial: { name: '', email: '', password: '' },
    validate: {
      name: required('your name'),
      email: (value) =>
        /^[^\s@]+@\S+$/.test(value.trim()) ? null : 'Enter an e-mail address, such as ada@shop.example',
      password: longEnough,
    },
    send: (values) => act<{ account: Account }>('POST', '/sign-up', values),
    onDone: ({ account }) => {
      becameAccount(client, account);
      void client.invalidateQueries({ queryKey: ['installation'] });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNotice error={error} title="The account was not created" />
        <TextField
          form={form}
          name="name"
          label="Your name"
          description="Shown in the audit log."
          autoComplete="name"
        />
        <TextField
          form={form}
          name="email"
          label="E-mail"
          description="You sign in with it. It gets only password resets, invitations and alerts."
          type="email"
          autoComplete="username"
        />
        <SecretField
          form={form}
          name="password"
          label="Password"
          description="At least 10 characters. A few words in a row make a good password."
          autoComplete="new-password"
        />
        <Button type="submit" loading={busy} fullWidth>
          Create account
        </Button>
      </Stack>
    </form>
  );
}
