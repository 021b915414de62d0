import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

interface FieldProps<Values extends Record<string, string>> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  type?: 'email';
  /** What a browser or a password manager may fill in, such as `username`; nothing when left out. */
  autoComplete?: string;
  required?: boolean;
}

/** A text of the form. */
export function TextField<Values extends Record<string, string>>(props: FieldProps<Values>) {
  const { form, name, required = false, ...rest } = props;
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      withAsterisk={required}
      key={form.key(name)}
      {...form.getInputProps(name)}
      {...rest}
    />
  );
}

/** One that is not to be read over a shoulder. No password manager is to keep it, unless it is told what it is. */
export function SecretField<Values extends Record<string, string>>(props: FieldProps<Values>) {
  const { form, name, required = false, ...rest } = props;
  return (
    <PasswordInput
      autoComplete="off"
      {...(rest.autoComplete === undefined ? { 'data-1p-ignore': true } : {})}
      spellCheck={false}
      withAsterisk={required}
      key={form.key(name)}
      {...form.getInputProps(name)}
      {...rest}
    />
  );
}
