import { Code, Text } from '@mantine/core';
import { Link } from '../components/link.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { useInstallation } from '../session.ts';
import { required } from '../use-wire-form.ts';

export function ForgotPassword() {
  const mail = useInstallation().data?.mail;
  return (
    <SignInLayout>
      <PageTitle>Reset your password</PageTitle>
      {mail ? (
        <MailLink
          operation="requestPasswordReset"
          validate={required('your e-mail address')}
          sentence={(email) =>
            `If ${email} has an account here, a mail with a link is queued, and sent within a minute. It works once, within an hour.`
          }
        />
      ) : (
        <WithoutMail />
      )}
      <Text size="sm" c="dimmed">
        <Link to="/sign-in" underline="always">
          Back to sign in
        </Link>
      </Text>
    </SignInLayout>
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
