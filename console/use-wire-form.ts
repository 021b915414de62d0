import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { AnswerOf, InputOf, OperationName } from '../client/index.ts';
import { call } from './api.ts';
import { BOUNDS } from './bounds.generated.ts';
import { type FieldOf, fieldErrors, notAtFields, ownField } from './form-errors.ts';

type Texts = Record<string, string>;

/** Client-side errors by field; null for none. */
export type Rules<Values extends Texts> = {
  [Name in keyof Values]?: (value: string, values: Values) => string | null;
};

interface WireForm<Name extends OperationName, Values extends Texts> {
  initial: Values;
  validate?: Rules<Values>;
  inputOf: (values: Values, form: UseFormReturnType<Values>) => InputOf<Name> | Promise<InputOf<Name>>;
  onDone: (answer: AnswerOf<Name>, form: UseFormReturnType<Values>, values: Values) => void;
  fieldOf?: FieldOf;
}

/**
 * Form of an operation, whose fields are named as on the wire: the bounds of the operation's members hold for them, and the service's
 * words about a field stand at that field, which takes the focus.
 */
export function useWireForm<Name extends OperationName, Values extends Texts>(
  operation: Name,
  { initial, validate = {}, inputOf, onDone, fieldOf = ownField }: WireForm<Name, Values>,
) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => wrongIn(values, validate, operation),
  });
  const focusFirst = (errors: object) => {
    const [first] = Object.keys(errors);
    if (first) form.getInputNode(first)?.focus();
  };
  const sending = useMutation({
    mutationFn: async (values: Values) => call(operation, await inputOf(values, form)),
    onSuccess: (answer, values) => onDone(answer, form, values),
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
    error: notAtFields(sending.error, Object.keys(initial), fieldOf),
  };
}

function wrongIn<Values extends Texts>(values: Values, rules: Rules<Values>, operation: OperationName) {
  const bounds: Partial<Record<string, Record<string, Bounds>>> = BOUNDS;
  const errors = Object.entries(values).flatMap(([name, value]) => {
    const wrong = rules[name]?.(value, values) ?? outOf(bounds[operation]?.[name], value);
    return wrong === null ? [] : [[name, wrong]];
  });
  return Object.fromEntries(errors);
}

interface Bounds {
  minLength?: number;
  maxLength?: number;
  /** A list is not typed. */
  maxItems?: number;
}

/** Error of a text that is too short or too long. An empty one is checked by the form's own rules: it may be left out. */
function outOf({ minLength = 0, maxLength = Infinity }: Bounds = {}, { length }: string): string | null {
  if (length > maxLength) return `Enter at most ${maxLength} characters (${length - maxLength} fewer)`;
  if (length === 0 || length >= minLength) return null;
  return `Enter at least ${minLength} characters (${minLength - length} more)`;
}

export const required = (what: string) => (value: string) => (value.trim() === '' ? `Enter ${what}` : null);
