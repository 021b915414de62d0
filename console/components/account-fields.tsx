import type { UseFormReturnType } from '@mantine/form';
import { SecretField, TextField } from './text-field.tsx';

type FieldOf<Name extends string, Values extends Record<Name, string>> = {
  form: UseFormReturnType<Values & Record<string, string>>;
};

/** Name of the person who makes an account. */
export function PersonName<Values extends { name: string }>({ form }: FieldOf<'name', Values>) {
  return (
    <TextField
      form={form}
      name="name"
      label="Your name"
      description="Shown in the audit log."
      autoComplete="name"
    />
  );
}

/** E-mail address with which the person signs in. */
export function Email<Values extends { email: string }>({
  form,
  description,
}: FieldOf<'email', Values> & { description?: string }) {
  return (
    <TextField
      form={form}
      name="email"
      label="E-mail"
      description={description}
      type="email"
      autoComplete="username"
    />
  );
}

export function FirstPassword<Values extends { password: string }>({ form }: FieldOf<'password', Values>) {
  return (
    <SecretField
      form={form}
      name="password"
      label="Password"
      description="At least 10 characters. A few words in a row make a good password."
      autoComplete="new-password"
    />
  );
}

export function NewPassword<Values extends { new_password: string }>({
  form,
  description,
}: FieldOf<'new_password', Values> & { description: string }) {
  return (
    <SecretField
      form={form}
      name="new_password"
      label="New password"
      description={description}
      autoComplete="new-password"
    />
  );
}

export function CurrentPassword<Values extends { current_password: string }>({
  form,
}: FieldOf<'current_password', Values>) {
  return (
    <SecretField
      form={form}
      name="current_password"
      label="Current password"
      autoComplete="current-password"
    />
  );
}
