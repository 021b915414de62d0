import { TagsInput, type TagsInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useStoreQuery } from '../store-context.ts';

/** Entries of a field that takes several: names of categories may hold commas. */
export function splitEntries(text: string): string[] {
  return text.split('\n').filter((entry) => entry !== '');
}

export function joinEntries(entries: readonly string[]): string {
  return entries.map((entry) => entry.trim()).join('\n');
}

/** Binds a field of several entries to the text that holds them. */
export function entriesProps<Values extends Record<string, string>>(
  form: UseFormReturnType<Values>,
  name: keyof Values & string,
) {
  const { onChange, value: _, defaultValue: __, ...props } = form.getInputProps(name);
  return {
    ...props,
    value: splitEntries(form.values[name] ?? ''),
    onChange: (entries: string[]) => onChange(joinEntries(entries)),
  };
}

interface EntriesFieldProps<Values extends Record<string, string>>
  extends Pick<TagsInputProps, 'description' | 'placeholder' | 'data'> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  label: string;
}

/** Several texts of the form, some of which are proposed. */
export function EntriesField<Values extends Record<string, string>>({
  form,
  name,
  ...rest
}: EntriesFieldProps<Values>) {
  return <TagsInput {...rest} {...entriesProps(form, name)} />;
}

/** Categories that the store sells, to choose from. */
export function CategoriesField<Values extends Record<string, string>>(
  props: Omit<EntriesFieldProps<Values>, 'data'>,
) {
  const { data } = useStoreQuery('listStoreCategories', {});
  return <EntriesField {...props} data={(data?.items ?? []).map(({ category }) => category)} />;
}
