import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import { FrontDoor } from '../components/front-door.tsx';
import { Link } from '../components/link.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { TextField } from '../components/text-field.tsx';
import { useInstallation } from '../session.ts';
import { required, useWireForm } from '../use-wire-form.ts';

export function ForgotPassword() {
  const mail = useInstallation().data?.mail;
  return (
    <FrontDoor>
      <PageTitle>Reset your password</PageTitle>
      {mail ? <AskForLink /> : <WithoutMail />}
      <Text size="sm" c="dimmed">
        <Link to="/sign-in" underline="always">
          Back to sign in
        </Link>
      </Text>
    </FrontDoor>
  );
}

function AskForLink() {
  const [sentTo, setSentTo] = useState('');
  const { form, submit, busy, error } = useWireForm({
    initial: { email: '' },
    validate: { email: required('your e-mail address') },
    send: async (values) => {
      await act('POST', '/password-reset', values);
      return values.email;
    },
    onDone: setSentTo,
  });
  if (sentTo !== '')
    return (
      <Alert color="blue" icon={<IconMail aria-hidden />} title="Check your mail" role="status">
        If {sentTo} has an account here, a link is on its way. It works once, within an hour.
      </Alert>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNotice error={error} title="No link was sent" />
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" />
        <Button type="submit" loading={busy} fullWidth>
          Send link
        </Button>
      </Stack>
    </form>
  );
}

function WithoutMail() {
  return (
    <Text size="sm">
      This service sends no e-mail. Ask its operator for a link: <Code>ucp-host users reset-link</Code> prints
      one.
    </Text>
  );
}
