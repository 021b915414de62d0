import { MultiSelect, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { ApiToken, CreateTokenResponse, Store } from '../../../client/index.ts';
import { choicesOf } from '../../choices.ts';
import { useStores } from '../../session.ts';
import { useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { ChoiceField } from '../choice-field.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { sharesName } from '../stores/shares-name.ts';
import { TextField } from '../text-field.tsx';
import { InlineForm } from '../wire-form.tsx';

/** Words for the scopes of tokens. */
export const TOKEN_ACCESS: Record<ApiToken['scope'], string> = {
  read: 'Read only',
  manage: 'Read and manage',
  agent: 'Known agent',
};

const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: '', label: 'Never' },
];

/** Least rights, as the service gives a token without words about them. */
const NEW_TOKEN: {
  name: string;
  stores: string;
  scope: ApiToken['scope'];
  expires_in_days: string;
} = {
  name: '',
  stores: '',
  scope: 'read',
  expires_in_days: '90',
};

const ALL_STORES = '*';

/** Makes a token, and shows it this once. */
export function NewToken() {
  const reread = useReread(['listTokens']);
  const [newToken, setNewToken] = useState<CreateTokenResponse>();
  const wire = useWireForm('createToken', {
    initial: NEW_TOKEN,
    validate: {
      name: required('what the token is for'),
      stores: (slugs) => (slugs === '' ? 'Choose stores, or all of them' : null),
    },
    inputOf: ({ name, stores: slugs, scope, expires_in_days: days }) => ({
      body: {
        name,
        scope,
        expires_in_days: days === '' ? null : Number(days),
        ...(slugs === ALL_STORES ? {} : { stores: listOf(slugs) }),
      },
    }),
    onDone: (token, { reset }) => {
      setNewToken(token);
      reset();
      void reread();
    },
  });
  return (
    <Stack>
      {newToken && (
        <ShownOnce
          title={`Copy “${newToken.name}” now. It is shown only once`}
          what="token"
          secret={newToken.token}
          onClose={() => setNewToken(undefined)}
        >
          We store only a hash of it and cannot show it again.
        </ShownOnce>
      )}
      <InlineForm wire={wire} failure="The token was not created" button="Create token">
        <TextField form={wire.form} name="name" label="Name" placeholder="What the token is for" />
        <StoresField form={wire.form} />
        <ChoiceField form={wire.form} name="scope" label="Access" data={choicesOf(TOKEN_ACCESS)} />
        <ChoiceField form={wire.form} name="expires_in_days" label="Expires" data={EXPIRIES} />
      </InlineForm>
    </Stack>
  );
}

/** Stores that the token opens: some, or all of the account. */
function StoresField({ form }: { form: UseFormReturnType<typeof NEW_TOKEN> }) {
  const [isChoosing, choosing] = useDisclosure(false);
  const stores = useStores().data ?? [];
  return (
    <MultiSelect
      label="Stores"
      data={[
        { value: ALL_STORES, label: 'All your stores' },
        ...stores.map((store) => toChoice(store, stores)),
      ]}
      miw={200}
      {...form.getInputProps('stores')}
      value={listOf(form.getValues().stores)}
      onChange={(slugs) => {
        const isAll = slugs.at(-1) === ALL_STORES;
        form.setFieldValue('stores', isAll ? ALL_STORES : slugs.filter((slug) => slug !== ALL_STORES).join());
        // Nothing is left to choose, and the list covers the button.
        if (isAll) choosing.close();
      }}
      dropdownOpened={isChoosing}
      onDropdownOpen={choosing.open}
      onDropdownClose={choosing.close}
    />
  );
}

/** The slug distinguishes stores of one name. */
function toChoice(store: Store, stores: readonly Store[]) {
  const { slug, name } = store;
  return { value: slug, label: sharesName(store, stores) ? `${name} (${slug})` : name };
}

/** Fields of a form are texts: slugs with commas between them. */
function listOf(slugs: string): string[] {
  return slugs === '' ? [] : slugs.split(',');
}
