import { MultiSelect, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { CreateTokenResponse } from '../../../client/index.ts';
import { call } from '../../api.ts';
import { useStores } from '../../session.ts';
import { useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ShownOnce } from '../shown-once.tsx';
import { TextField } from '../text-field.tsx';
import { InlineForm } from '../wire-form.tsx';

const SCOPES = [
  { value: 'manage', label: 'Read and manage' },
  { value: 'read', label: 'Read only' },
  { value: 'agent', label: 'Known agent' },
];

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
];

const NEW_TOKEN: { name: string; scope: CreateTokenResponse['scope']; expires_in_days: string } = {
  name: '',
  scope: 'manage',
  expires_in_days: '',
};

/** Makes a token, and shows it this once. */
export function NewToken() {
  const reread = useReread(['listTokens']);
  const [stores, setStores] = useState<string[]>([]);
  const [made, setMade] = useState<CreateTokenResponse>();
  const options = (useStores().data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  const wire = useWireForm({
    initial: NEW_TOKEN,
    validate: { name: required('what the token is for') },
    send: ({ name, scope, expires_in_days: days }) =>
      call('createToken', {
        body: {
          name,
          scope,
          ...(days === '' ? {} : { expires_in_days: Number(days) }),
          ...(stores.length > 0 ? { stores } : {}),
        },
      }),
    onDone: (token, { reset }) => {
      setMade(token);
      setStores([]);
      reset();
      void reread();
    },
  });
  return (
    <Stack>
      {made && (
        <ShownOnce
          title={`Copy “${made.name}” now. It is shown only once`}
          what="token"
          secret={made.token}
          onClose={() => setMade(undefined)}
        >
          We store only a hash of it and cannot show it again.
        </ShownOnce>
      )}
      <InlineForm wire={wire} failure="The token was not created" button="Create token">
        <TextField form={wire.form} name="name" label="Name" placeholder="What the token is for" />
        <MultiSelect
          label="Stores"
          placeholder={stores.length === 0 ? 'All your stores' : ''}
          data={options}
          value={stores}
          onChange={setStores}
          miw={200}
        />
        <Select
          label="Access"
          data={SCOPES}
          allowDeselect={false}
          key={wire.form.key('scope')}
          {...wire.form.getInputProps('scope')}
        />
        <Select
          label="Expires"
          data={EXPIRIES}
          allowDeselect={false}
          key={wire.form.key('expires_in_days')}
          {...wire.form.getInputProps('expires_in_days')}
        />
      </InlineForm>
    </Stack>
  );
}
