import { Code, Text } from '@mantine/core';
import { useState } from 'react';
import { act } from '../api.ts';
import { EMAIL } from '../components/account-fields.ts';
import { TextField } from '../components/text-field.tsx';
import { CheckYourMail } from '../components/check-your-mail.tsx';
import { FrontDoor } from '../components/front-door.tsx';
import { Link } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { WireForm } from '../components/wire-form.tsx';
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
  const wire = useWireForm({
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
      <CheckYourMail>
        {`If ${sentTo} has an account here, a link is on its way. It works once, within an hour.`}
      </CheckYourMail>
    );
  return (
    <WireForm wire={wire} failure="No link was sent" button="Send link" wide>
      <TextField form={wire.form} {...EMAIL} />
    </WireForm>
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
