import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../../api.ts';
import type { NewOffer, StoreOffer } from '../../api-types.ts';
import { saySaved } from '../../saved.ts';
import { useMay } from '../../permissions.ts';
import { useOrganizations } from '../../session.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { useStoreChanged } from '../../use-store-changed.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { Section } from '../panel.tsx';

const MOVE = 'PUT /stores/{slug}/organization';

/** Moves the store to another organization; empty for members who may not. */
export function Transfer() {
  const { organization } = useStore();
  const may = useMay();
  const own = useOrganizations().data ?? [];
  const current = own.find(({ id }) => id === organization?.id);
  if (!current || !may(current.role, MOVE)) return null;
  const others = own.filter((each) => each.id !== current.id && may(each.role, MOVE));
  return (
    <Section
      title="Transfer"
      lead="Moves the store with its data, credentials and logs to another organization, whose owner or admin accepts it by a link."
    >
      {others.length > 0 && <MoveNow others={others} />}
      <Offer />
    </Section>
  );
}

function MoveNow({ others }: { others: { id: string; name: string }[] }) {
  const { slug, name } = useStore();
  const changed = useStoreChanged();
  const [chosen, setChosen] = useState<string | null>(null);
  const target = others.find(({ id }) => id === chosen) ?? others[0];
  const move = useMutation({
    mutationFn: () => act('PUT', storePath(slug, '/organization'), { organization: target?.id }),
    onSuccess: async () => {
      await changed();
      saySaved(`${name} now belongs to ${target?.name}.`);
    },
  });
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="One of your organizations"
        data={others.map(({ id: value, name: label }) => ({ value, label }))}
        value={target?.id ?? null}
        allowDeselect={false}
        onChange={setChosen}
      />
      <ConfirmButton
        title={`Move ${name} to ${target?.name}?`}
        text="Members of the present organization lose access at once, unless they are members there too."
        confirm="Move store"
        busy={move.isPending}
        error={move.error}
        onConfirm={() => move.mutateAsync()}
        button={(open) => (
          <Button variant="default" onClick={open}>
            Move store
          </Button>
        )}
      />
    </Group>
  );
}

function Offer() {
  const { slug } = useStore();
  const client = useQueryClient();
  const offer = useStoreQuery<StoreOffer>('/offer');
  const [made, setMade] = useState<NewOffer>();
  const reload = () => client.invalidateQueries({ queryKey: ['store', slug, '/offer'] });
  const make = useMutation({
    mutationFn: () => act<NewOffer>('POST', storePath(slug, '/offer')),
    onSuccess: async (answer) => {
      setMade(answer);
      await reload();
    },
  });
  const withdraw = useMutation({
    mutationFn: () => act('DELETE', storePath(slug, '/offer')),
    onSuccess: async () => {
      setMade(undefined);
      await reload();
      saySaved('Offer withdrawn.');
    },
  });
  const isOffered = typeof offer.data?.expires_at === 'string';
  return (
    <Stack>
      {made && (
        <ShownOnce
          what="link"
          title="Send this link to the new owner. It is shown only once"
          secret={made.link}
          onClose={() => setMade(undefined)}
        >
          It works once, for seven days. The store stays yours until it is accepted.
        </ShownOnce>
      )}
      <ErrorNotice error={make.error ?? withdraw.error} />
      <Group>
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {isOffered ? 'Create a new link' : 'Create transfer link'}
        </Button>
        {isOffered && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw offer
          </Button>
        )}
      </Group>
      {isOffered && (
        <Text size="sm" c="dimmed">
          Offered. The link expires <Instant at={offer.data?.expires_at} />.
        </Text>
      )}
    </Stack>
  );
}
