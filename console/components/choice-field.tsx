import { Select, type SelectProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

interface ChoiceFieldProps<Values extends Record<string, string>>
  extends Pick<SelectProps, 'data' | 'description' | 'searchable' | 'nothingFoundMessage'> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  label: string;
}

/** One of several values of the form. */
export function ChoiceField<Values extends Record<string, string>>(props: ChoiceFieldProps<Values>) {
  const { form, name, ...rest } = props;
  return <Select allowDeselect={false} key={form.key(name)} {...form.getInputProps(name)} {...rest} />;
}
