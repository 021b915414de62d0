import { Alert, Button, Code, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
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

/** Makes a token, and shows it this once. */
export function NewToken() {
  const client = useQueryClient();
  const [stores, setStores] = useState<string[]>([]);
  const [made, setMade] = useState<MadeToken>();
  const options = (useStores().data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  const { form, submit, busy, error } = useWireForm({
    initial: { name: '' },
    validate: { name: required('what the token is for') },
    send: ({ name }) => act<MadeToken>('POST', '/tokens', { name, ...(stores.length > 0 ? { stores } : {}) }),
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
        <Group align="flex-start" gap="sm">
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
          <Button type="submit" loading={busy} mt={25}>
            Create token
          </Button>
        </Group>
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
