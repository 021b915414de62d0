import { IconFingerprint } from '@tabler/icons-react';
import type { ListSignInMethodsResponse } from '../../../client/index.ts';
import { canUsePasskeys, newPasskey } from '../../passkeys.ts';
import { saySaved } from '../../saved.ts';
import { useAction, useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CURRENT_PASSWORD } from '../account-fields.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Instant } from '../instant.tsx';
import { Section } from '../panel.tsx';
import { SecretField, TextField } from '../text-field.tsx';
import { WireForm } from '../wire-form.tsx';

type Passkey = ListSignInMethodsResponse['passkeys'][number];

const COLUMNS: readonly Column<Passkey>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => <span className="break">{name}</span> },
  { key: 'created_at', title: 'Added', render: ({ created_at }) => <Instant at={created_at} /> },
  { key: 'last_used_at', title: 'Last used', render: ({ last_used_at }) => <Instant at={last_used_at} /> },
  { key: 'remove', title: 'Remove', isAction: true, render: (passkey) => <Remove passkey={passkey} /> },
];

/** Passkeys of the account, which sign in without the password. */
export function Passkeys({ methods }: { methods: ListSignInMethodsResponse }) {
  return (
    <Section
      title="Passkeys"
      lead="Sign in with the fingerprint, face or PIN of your device, without the password and without a code."
    >
      {canUsePasskeys() && <AddPasskey hasPassword={methods.has_password} />}
      <DataTable
        label="Passkeys"
        columns={COLUMNS}
        rows={methods.passkeys}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconFingerprint} title="No passkeys yet">
            {!canUsePasskeys() &&
              'Open the console by its hostname instead of an IP address, in a browser that supports passkeys, to add one.'}
          </EmptyState>
        }
      />
    </Section>
  );
}

function AddPasskey({ hasPassword }: { hasPassword: boolean }) {
  const reread = useReread(['listSignInMethods']);
  const wire = useWireForm('addPasskey', {
    initial: { name: '', current_password: '' },
    validate: {
      name: required('a name that you will recognize'),
      ...(hasPassword ? { current_password: required('your current password') } : {}),
    },
    inputOf: async ({ name, current_password }) => ({
      body: { name, response: await newPasskey(hasPassword ? { current_password } : {}) },
    }),
    onDone: (_answer, { reset }) => {
      reset();
      void reread();
      saySaved('The passkey is added.');
    },
  });
  return (
    <WireForm wire={wire} failure="The passkey was not added" button="Add passkey">
      <TextField form={wire.form} name="name" label="Name of the passkey" placeholder="Work laptop" />
      {hasPassword && <SecretField form={wire.form} {...CURRENT_PASSWORD} />}
    </WireForm>
  );
}

function Remove({ passkey }: { passkey: Passkey }) {
  const remove = useAction('removePasskey', () => ({ passkey_id: passkey.id }), ['listSignInMethods'], {
    success: `The passkey “${passkey.name}” is removed.`,
  });
  return (
    <ConfirmButton
      title={`Remove “${passkey.name}”?`}
      text="It does not sign in any more. Delete it on your device, too."
      confirm="Remove passkey"
      action={remove}
      label="Remove"
      name={`Remove ${passkey.name}`}
      size="compact-sm"
    />
  );
}
