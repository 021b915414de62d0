import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { becameAccount } from '../session.ts';
import { required, useWireForm } from '../use-wire-form.ts';
import { FIRST_PASSWORD, ORGANIZATION_NAME, PERSON_NAME, withoutEmpty } from './account-fields.ts';
import { SecretField, TextField } from './text-field.tsx';
import { WireForm } from './wire-form.tsx';

interface NewAccountProps {
  /** Takes the token of the link. */
  operation: 'signUpInvited' | 'confirmSignUp';
  token: string;
  button: string;
}

/** Name and password of an account whose address a link knows. */
export function NewAccount({ operation, token, button }: NewAccountProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const wire = useWireForm(operation, {
    initial: { name: '', organization: '', password: '' },
    validate: { name: required('your name'), password: required('a password') },
    inputOf: (values) => ({ body: { ...withoutEmpty(values), token } }),
    onDone: ({ account }) => {
      navigate('/stores');
      becameAccount(client, account);
    },
  });
  return (
    <WireForm wire={wire} failure="The account was not created" button={button} wide>
      <TextField form={wire.form} {...PERSON_NAME} />
      {operation === 'confirmSignUp' && <TextField form={wire.form} {...ORGANIZATION_NAME} />}
      <SecretField form={wire.form} {...FIRST_PASSWORD} />
    </WireForm>
  );
}
