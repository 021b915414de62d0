import { Divider } from '@mantine/core';
import type { Account } from '../../../client/index.ts';
import { saySaved } from '../../saved.ts';
import { useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CURRENT_PASSWORD, PERSON_NAME } from '../account-fields.ts';
import { Section } from '../panel.tsx';
import { SecretField, TextField } from '../text-field.tsx';
import { WireForm } from '../wire-form.tsx';

interface DetailsProps {
  account: Account;
  hasPassword: boolean;
  /** Whether the service sends e-mail, by which addresses are confirmed. */
  sendsMail: boolean;
  /** False for an address that need not approve a change. */
  isConfirmed: boolean;
}

/** Name and e-mail address of the account. */
export function AccountDetails(props: DetailsProps) {
  return (
    <Section title="Your details">
      <Name account={props.account} />
      <Divider />
      <Email {...props} />
    </Section>
  );
}

function Name({ account }: Pick<DetailsProps, 'account'>) {
  const reread = useReread(['getCurrentSession']);
  const wire = useWireForm('updateAccount', {
    initial: { name: account.name },
    validate: { name: required('your name') },
    inputOf: (body) => ({ body }),
    onDone: async () => {
      await reread();
      saySaved('Name saved.');
    },
  });
  return (
    <WireForm wire={wire} failure="The name was not saved" button="Save name">
      <TextField
        form={wire.form}
        {...PERSON_NAME}
        description="Shown to members of your teams and in audit logs."
      />
    </WireForm>
  );
}

function Email({ account, hasPassword, sendsMail, isConfirmed }: DetailsProps) {
  const reread = useReread(['getCurrentSession', 'listSignInMethods', 'listAccountSessions']);
  const wire = useWireForm('changeEmail', {
    initial: { email: '', current_password: '' },
    validate: {
      email: required('your new e-mail address'),
      ...(hasPassword ? { current_password: required('your current password') } : {}),
    },
    inputOf: ({ email, ...current }) => ({ body: { email, ...(hasPassword ? current : {}) } }),
    onDone: async ({ mailed_to: mailedTo, account: { email } }, { reset }) => {
      reset();
      await reread();
      saySaved(
        mailedTo === null
          ? `You sign in as ${email} now. Other browsers are signed out.`
          : `A mail to ${mailedTo} is queued. Open its link in this browser within an hour.`,
      );
    },
  });
  return (
    <WireForm wire={wire} failure="The address was not changed" button="Change e-mail">
      <TextField
        form={wire.form}
        name="email"
        label="New e-mail"
        type="email"
        autoComplete="email"
        placeholder={account.email}
        description={describeChange(account.email, { sendsMail, isConfirmed })}
      />
      {hasPassword && <SecretField form={wire.form} {...CURRENT_PASSWORD} />}
    </WireForm>
  );
}

function describeChange(
  email: string,
  { sendsMail, isConfirmed }: Pick<DetailsProps, 'sendsMail' | 'isConfirmed'>,
) {
  if (!sendsMail)
    return `In place of ${email}. This service sends no e-mail, so the new address counts at once and is not confirmed: check its spelling.`;
  if (!isConfirmed)
    return `In place of ${email}, which was never confirmed. We mail a link to the new address.`;
  return `In place of ${email}. We mail a link there first, then one to the new address. Nothing changes before both are opened.`;
}
