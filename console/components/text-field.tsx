import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

type Shown = 'description' | 'placeholder' | 'autoFocus' | 'maw' | 'miw' | 'style';

interface FieldProps<Values extends Record<string, string>> extends Pick<TextInputProps, Shown> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  label: string;
  type?: 'email';
  /** Autofill hint such as `username`; off by default. */
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

/** Masked field. Password managers ignore it unless `autoComplete` is set. */
export function SecretField<Values extends Record<string, string>>(props: FieldProps<Values>) {
  const { form, name, required = false, ...rest } = props;
  return (
    <PasswordInput
      autoComplete="off"
      {...(rest.autoComplete === undefined ? { 'data-1p-ignore': true } : {})}
      {...(form.errors[name] ? { 'aria-invalid': true } : {})}
      spellCheck={false}
      withAsterisk={required}
      key={form.key(name)}
      {...form.getInputProps(name)}
      {...rest}
    />
  );
}
