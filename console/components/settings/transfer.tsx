import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OfferStoreResponse } from '../../../client/index.ts';
import { useMay } from '../../permissions.ts';
import { useOrganizations } from '../../session.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { useAction, useStoreAction } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';
import { ShownOnce } from '../shown-once.tsx';

/** Moves the store to another organization; empty for members who may not. */
export function Transfer() {
  const { organization } = useStore();
  const may = useMay();
  const own = useOrganizations().data ?? [];
  const current = own.find(({ id }) => id === organization?.id);
  if (!current || !may(current.role, 'transferStore')) return null;
  const others = own.filter((each) => each.id !== current.id && may(each.role, 'transferStore'));
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
  const { name } = useStore();
  const [choice, setChoice] = useState<string | null>(null);
  const target = others.find(({ id }) => id === choice) ?? others[0];
  const move = useStoreAction('transferStore', () => ({ body: { organization: target?.id ?? '' } }), {
    success: `${name} now belongs to ${target?.name}.`,
  });
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="One of your organizations"
        data={others.map(({ id: value, name: label }) => ({ value, label }))}
        value={target?.id ?? null}
        allowDeselect={false}
        onChange={setChoice}
      />
      <ConfirmButton
        title={`Move ${name} to ${target?.name}?`}
        text="Members of the current organization lose access at once, unless they are members there too."
        confirm="Move store"
        action={move}
        label="Move store"
      />
    </Group>
  );
}

function Offer() {
  const { slug } = useStore();
  const offer = useStoreQuery('getStoreOffer', {});
  const [answer, setAnswer] = useState<OfferStoreResponse>();
  const make = useAction('offerStore', () => ({ slug }), ['getStoreOffer'], { onDone: setAnswer });
  const withdraw = useAction('withdrawStoreOffer', () => ({ slug }), ['getStoreOffer'], {
    onDone: () => setAnswer(undefined),
    success: 'Offer withdrawn.',
  });
  const isOffered = typeof offer.data?.expires_at === 'string';
  return (
    <Stack>
      {answer && (
        <ShownOnce
          what="link"
          title="Send this link to the new owner. It is shown only once"
          secret={answer.link}
          onClose={() => setAnswer(undefined)}
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
