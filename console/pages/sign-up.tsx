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
        {installation?.first_run ? 'Welcome to ucp-host' : 'Make an account'}
      </PageTitle>
      {closed ? (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Sign-up is closed">
          Ask whoever runs this service for an account.
        </Alert>
      ) : (
        <SignUpForm />
      )}
      {!installation?.first_run && (
        <Text size="sm" c="dimmed">
          You have an account?{' '}
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
      Make the first account: it owns this installation’s stores
      {sandbox ? ', beginning with two demo stores that you can try everything on.' : '.'}
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
        <ErrorNotice error={error} title="The account was not made" />
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
          description="You sign in with it. Nothing is sent to it."
          type="email"
          autoComplete="username"
        />
        <SecretField
          form={form}
          name="password"
          label="Password"
          description="10 characters or more, of any kind. A few words in a row make a good one."
          autoComplete="new-password"
        />
        <Button type="submit" loading={busy} fullWidth>
          Make the account
        </Button>
      </Stack>
    </form>
  );
}
