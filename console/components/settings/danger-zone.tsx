import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { storePath, useStore } from '../../store-context.ts';
import { useStoreChanged } from '../../use-store-changed.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../section.tsx';

/** Taking the store from agents, for a while or for good. */
export function DangerZone() {
  const { status } = useStore();
  return (
    <Section title="Disconnect or delete">
      <Stack gap="lg">
        {status === 'connected' ? <Disconnect /> : <Reconnect />}
        <Delete />
      </Stack>
    </Section>
  );
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" maw="52ch">
        {text}
      </Text>
      {children}
    </Group>
  );
}

function useChange(path: string, said: string) {
  const { slug } = useStore();
  const changed = useStoreChanged();
  return useMutation({
    mutationFn: () => act('POST', storePath(slug, path)),
    onSuccess: async () => {
      await changed();
      saySaved(said);
    },
  });
}

function Disconnect() {
  const { name } = useStore();
  const change = useChange('/disconnect', 'Store disconnected.');
  return (
    <Row text="Agents cannot find the store while it is disconnected. Its data and credentials are kept, and you can reconnect it.">
      <ConfirmButton
        title={`Disconnect ${name}?`}
        text="Agents get “not found” at once. Open carts and sessions cannot be completed."
        confirm="Disconnect store"
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutateAsync()}
        button={(open) => (
          <Button variant="default" onClick={open}>
            Disconnect store
          </Button>
        )}
      />
    </Row>
  );
}

function Reconnect() {
  const { platform } = useStore();
  const change = useChange('/reconnect', 'Store reconnected.');
  return (
    <>
      <Row text="This store is disconnected. Agents cannot find it.">
        <Button onClick={() => change.mutate()} loading={change.isPending}>
          Reconnect store
        </Button>
      </Row>
      <ErrorNotice error={change.error} title="The store was not connected" />
      {change.isError && platform === 'woocommerce' && (
        <Anchor component={Link} href="/connect/woocommerce">
          Pair the site again
        </Anchor>
      )}
    </>
  );
}

function Delete() {
  const { slug, name } = useStore();
  const [, navigate] = useLocation();
  const changed = useStoreChanged();
  const remove = useMutation({
    mutationFn: () => act('DELETE', storePath(slug), { confirm: slug }),
    onSuccess: async () => {
      navigate('/stores');
      await changed();
      saySaved(`${name} is deleted with all its data.`);
    },
  });
  return (
    <Row text="Deletes the store with its sessions, carts, orders and logs. This cannot be undone. Your shop itself is not changed.">
      <ConfirmButton
        title={`Delete ${name}?`}
        text="All data of this store is permanently deleted. Export it first if you may need it."
        confirm="Delete store"
        typed={slug}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync()}
        button={(open) => (
          <Button color="red" variant="light" onClick={open}>
            Delete store
          </Button>
        )}
      />
    </Row>
  );
}
