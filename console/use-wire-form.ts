import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type FieldOf, fieldErrors, notAtFields, ownField } from './form-errors.ts';

type Texts = Record<string, string>;

interface WireForm<Values extends Texts, Answer> {
  initial: Values;
  /** Client-side errors by field; null for none. */
  validate?: { [Name in keyof Values]?: (value: string, values: Values) => string | null };
  send: (values: Values, form: UseFormReturnType<Values>) => Promise<Answer>;
  onDone: (answer: Answer, form: UseFormReturnType<Values>, values: Values) => void;
  fieldOf?: FieldOf;
}

/** A form whose fields are named as on the wire: the service's words about a field stand at that field, which takes the focus. */
export function useWireForm<Values extends Texts, Answer>(definition: WireForm<Values, Answer>) {
  const { fieldOf = ownField } = definition;
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: definition.initial,
    validate: (values) => wrongIn(values, definition.validate ?? {}),
  });
  const focusFirst = (errors: object) => {
    const [first] = Object.keys(errors);
    if (first) form.getInputNode(first)?.focus();
  };
  const sending = useMutation({
    mutationFn: (values: Values) => definition.send(values, form),
    onSuccess: (answer, values) => definition.onDone(answer, form, values),
    onError: (error) => {
      form.setErrors(fieldErrors(error, fieldOf));
      focusFirst(fieldErrors(error, fieldOf));
    },
  });
  const submit = form.onSubmit((values) => sending.mutate(values), focusFirst);
  return {
    form,
    /** For the <form>. */
    submit: (event?: FormEvent<HTMLFormElement>) => submit(event),
    busy: sending.isPending,
    /** True with changes that are not saved. */
    dirty: form.isDirty(),
    /** Error that belongs to no field. */
    error: notAtFields(sending.error, Object.keys(definition.initial), fieldOf),
  };
}

function wrongIn<Values extends Texts>(
  values: Values,
  rules: { [Name in keyof Values]?: (value: string, values: Values) => string | null },
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const wrong = rule?.(values[name] ?? '', values);
    if (wrong) problems[name] = wrong;
  }
  return problems;
}

export const required = (what: string) => (value: string) => (value.trim() === '' ? `Enter ${what}` : null);

export function longEnough(value: string): string | null {
  return value.length < 10 ? `Enter at least 10 characters (${10 - value.length} more)` : null;
}
