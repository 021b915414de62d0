import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { saySaved } from '../../saved.ts';
import { useStore } from '../../store-context.ts';
import { ABOUT_STORES, useReread } from '../../use-action.ts';
import { type Rules, useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { LeaveGuard } from '../save-bar.tsx';
import { TextField } from '../text-field.tsx';

/** `confirm`: slug of the store, typed to move it to another address. */
type Confirmed = Record<'confirm', string>;
type Fields = Record<string, string>;

interface ReplaceCredentialsProps<Values extends Fields> {
  initial: Values & Confirmed;
  rules: Rules<Values & Confirmed>;
  /** Returns what the service is sent. */
  credentialsOf: (values: Values) => Record<string, string | null>;
  children: (form: UseFormReturnType<Values & Confirmed>) => ReactNode;
}

/** Form that replaces a store's credentials. */
export function ReplaceCredentials<Values extends Fields>({
  initial,
  rules,
  credentialsOf,
  children,
}: ReplaceCredentialsProps<Values>) {
  const { slug } = useStore();
  const reread = useReread(ABOUT_STORES);
  const { form, submit, busy, dirty, error } = useWireForm('updateStoreCredentials', {
    initial,
    validate: rules,
    inputOf: (values) => ({
      slug,
      body: {
        credentials: credentialsOf(values),
        ...(values.confirm === '' ? {} : { confirm: values.confirm.trim() }),
      },
    }),
    onDone: async (_answer, { reset }) => {
      reset();
      await reread();
      saySaved('New credentials saved.');
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <LeaveGuard dirty={dirty} />
        <ErrorNotice error={error} title="The credentials were not replaced" />
        {children(form)}
        <ConfirmMove form={form} />
        <Group>
          <Button type="submit" loading={busy}>
            Replace credentials
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks for the slug once the service has said that the address is another one. */
function ConfirmMove<Values extends Fields & Confirmed>({ form }: { form: UseFormReturnType<Values> }) {
  const { hosts } = useStore();
  if (form.errors.confirm === undefined && form.getValues().confirm === '') return null;
  return (
    <TextField
      form={form}
      name="confirm"
      label="Slug of this store, to move it to another address"
      description={`The shop was at ${hosts[0]} before. Agents will find, and buyers will pay at, the new address.`}
    />
  );
}
