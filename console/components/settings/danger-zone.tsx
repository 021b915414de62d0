import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { getPresentation } from '../../../src/store-platforms/presentations.ts';
import { useStore } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Guarded } from '../guarded.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';

/** Taking the store from agents, for a while or for good. */
export function DangerZone() {
  const { status, paused_at } = useStore();
  return (
    <Section title="Pause, disconnect or delete">
      <Stack gap="lg">
        {status === 'connected' && paused_at === null && <Pause />}
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

function Pause() {
  const { name } = useStore();
  const pause = useStoreAction('pauseStore', () => ({}), { success: 'Store paused.' });
  return (
    <Row text="While the store is paused, agents can neither search nor order, and get the reason. Purchases that buyers have begun can be paid and completed.">
      <Guarded operation="pauseStore">
        <ConfirmButton
          title={`Pause ${name}?`}
          text="Agents get “store_closed” at once, for searches and for orders. Webhooks, syncs and health checks continue, and you can resume at any time."
          confirm="Pause store"
          action={pause}
          label="Pause store"
        />
      </Guarded>
    </Row>
  );
}

function Disconnect() {
  const { name } = useStore();
  const change = useStoreAction('disconnectStore', () => ({}), { success: 'Store disconnected.' });
  return (
    <Row text="Agents cannot find the store while it is disconnected. Its data and credentials are kept, and you can reconnect it.">
      <Guarded operation="disconnectStore">
        <ConfirmButton
          title={`Disconnect ${name}?`}
          text="Agents get “not found” at once. Open carts and sessions cannot be completed."
          confirm="Disconnect store"
          action={change}
          label="Disconnect store"
        />
      </Guarded>
    </Row>
  );
}

function Reconnect() {
  const { platform } = useStore();
  const change = useStoreAction('reconnectStore', () => ({}), { success: 'Store reconnected.' });
  return (
    <>
      <Row text="This store is disconnected. Agents cannot find it.">
        <Guarded operation="reconnectStore">
          <Button onClick={() => change.mutate()} loading={change.isPending}>
            Reconnect store
          </Button>
        </Guarded>
      </Row>
      <ErrorNotice error={change.error} title="The store was not connected" />
      {change.isError && getPresentation(platform).pairs && (
        <Anchor component={Link} href={`/connect/${platform}`}>
          Pair the site again
        </Anchor>
      )}
    </>
  );
}

function Delete() {
  const { slug, name } = useStore();
  const [, navigate] = useLocation();
  const remove = useStoreAction('deleteStore', () => ({ body: { confirm: slug } }), {
    onDone: () => navigate('/stores'),
    success: `${name} is deleted with all its data.`,
  });
  return (
    <Row text="Deletes the store with its sessions, carts, orders and logs. This cannot be undone. Your shop itself is not changed.">
      <Guarded operation="deleteStore">
        <ConfirmButton
          title={`Delete ${name}?`}
          text="All data of this store is permanently deleted. Export it first if you may need it."
          confirm="Delete store"
          typed={slug}
          action={remove}
          label="Delete store"
        />
      </Guarded>
    </Row>
  );
}
