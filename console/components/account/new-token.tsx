import { Alert, Button, Code, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../../api.ts';
import type { ApiToken } from '../../api-types.ts';
import { useStores } from '../../session.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CopyButton } from '../copy-button.tsx';
import { ErrorNotice } from '../notice.tsx';

type MadeToken = ApiToken & { token: string };

const SCOPES = [
  { value: 'manage', label: 'Read and manage' },
  { value: 'read', label: 'Read only' },
];

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
];

/** Makes a token, and shows it this once. */
export function NewToken() {
  const client = useQueryClient();
  const [stores, setStores] = useState<string[]>([]);
  const [made, setMade] = useState<MadeToken>();
  const options = (useStores().data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  const { form, submit, busy, error } = useWireForm({
    initial: { name: '', scope: 'manage', expires_in_days: '' },
    validate: { name: required('what the token is for') },
    send: ({ name, scope, expires_in_days: days }) =>
      act<MadeToken>('POST', '/tokens', {
        name,
        scope,
        ...(days === '' ? {} : { expires_in_days: Number(days) }),
        ...(stores.length > 0 ? { stores } : {}),
      }),
    onDone: (token, { reset }) => {
      setMade(token);
      setStores([]);
      reset();
      void client.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  return (
    <Stack>
      {made && <ShownOnce made={made} onClose={() => setMade(undefined)} />}
      <form onSubmit={submit} noValidate>
        <div className="inline-form">
          <TextInput
            label="Name"
            placeholder="What the token is for"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
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
            key={form.key('scope')}
            {...form.getInputProps('scope')}
          />
          <Select
            label="Expires"
            data={EXPIRIES}
            allowDeselect={false}
            key={form.key('expires_in_days')}
            {...form.getInputProps('expires_in_days')}
          />
          <Button type="submit" loading={busy}>
            Create token
          </Button>
        </div>
      </form>
      <ErrorNotice error={error} title="The token was not created" />
    </Stack>
  );
}

function ShownOnce({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  return (
    <Alert
      color="green"
      icon={<IconKey aria-hidden />}
      title={`Copy “${made.name}” now. It is shown only once`}
      withCloseButton
      closeButtonLabel="I have copied it"
      onClose={onClose}
      role="status"
    >
      <Group gap="sm">
        <Code className="break">{made.token}</Code>
        <CopyButton text={made.token} what="token" />
      </Group>
      <Text size="xs" mt="xs">
        We store only a hash of it and cannot show it again.
      </Text>
    </Alert>
  );
}
