import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  EMAIL,
  FIRST_PASSWORD,
  ORGANIZATION_NAME,
  PERSON_NAME,
  withoutEmpty,
} from '../components/account-fields.ts';
import { Link } from '../components/link.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { SingleSignOnButton } from '../components/single-sign-on-button.tsx';
import { SecretField, TextField } from '../components/text-field.tsx';
import { WireForm } from '../components/wire-form.tsx';
import { becameAccount, useInstallation } from '../session.ts';
import { useReread } from '../use-action.ts';
import { required, useWireForm } from '../use-wire-form.ts';

export function SignUp() {
  const installation = useInstallation().data;
  const closed = installation?.sign_up === 'closed';
  return (
    <SignInLayout>
      <PageTitle lead={installation?.first_run ? <FirstRun sandbox={installation.sandbox} /> : undefined}>
        {installation?.first_run ? 'Welcome to ucp-host' : 'Create an account'}
      </PageTitle>
      {closed ? (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Sign-up is closed">
          Ask the operator of this service for an account.
        </Alert>
      ) : (
        <SignUpForm byMail={installation?.mail === true && !installation.first_run} />
      )}
      {installation?.single_sign_on != null && (
        <SingleSignOnButton operation="beginSingleSignOn" fullWidth>
          {`Continue with ${installation.single_sign_on}`}
        </SingleSignOnButton>
      )}
      {!installation?.first_run && (
        <Text size="sm" c="dimmed">
          Already have an account?{' '}
          <Link to="/sign-in" underline="always">
            Sign in
          </Link>
        </Text>
      )}
    </SignInLayout>
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

function SignUpForm({ byMail }: { byMail: boolean }) {
  if (!byMail) return <SignUpAtOnce />;
  return (
    <MailLink
      operation="requestSignUp"
      description={USE_OF_EMAIL}
      validate={emailAddress}
      sentence={(email) =>
        `A mail to ${email} is queued, and sent within a minute. Its link works once, within a day.`
      }
    />
  );
}

const USE_OF_EMAIL = 'You sign in with it. It gets only password resets, invitations and alerts.';

function emailAddress(value: string): string | null {
  return /^[^\s@]+@\S+$/.test(value.trim()) ? null : 'Enter an e-mail address, such as ada@shop.example';
}

function SignUpAtOnce() {
  const client = useQueryClient();
  const reread = useReread(['getInstallation']);
  const wire = useWireForm('signUp', {
    initial: { name: '', organization: '', email: '', password: '' },
    validate: { name: required('your name'), email: emailAddress, password: required('a password') },
    inputOf: (values) => ({ body: withoutEmpty(values) }),
    onDone: ({ account }) => {
      becameAccount(client, account);
      void reread();
    },
  });
  return (
    <WireForm wire={wire} failure="The account was not created" button="Create account" wide>
      <TextField form={wire.form} {...PERSON_NAME} />
      <TextField form={wire.form} {...ORGANIZATION_NAME} />
      <TextField form={wire.form} {...EMAIL} description={USE_OF_EMAIL} />
      <SecretField form={wire.form} {...FIRST_PASSWORD} />
    </WireForm>
  );
}
