import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ReadOfferResponse } from '../../client/index.ts';
import { call, queryOf } from '../api.ts';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useLinkToken } from '../link-token.ts';
import { useMay } from '../permissions.ts';
import { saySaved } from '../saved.ts';
import { useOrganizations } from '../session.ts';
import { useReread } from '../use-action.ts';

/** Taking over a store that another organization offers. */
export function Transfer() {
  const token = useLinkToken();
  const offer = useQuery({ ...queryOf('readOffer', { body: { token } }), retry: false });
  return (
    <>
      <PageTitle>Take over a store</PageTitle>
      <QueryView query={offer}>{(details) => <Accept token={token} offer={details} />}</QueryView>
    </>
  );
}

function Accept({
  token,
  offer: { store, organization: from },
}: {
  token: string;
  offer: ReadOfferResponse;
}) {
  const reread = useReread(['listStores']);
  const [, navigate] = useLocation();
  const may = useMay();
  // Taking a store over takes the permission to give one away.
  const choices = (useOrganizations().data ?? []).filter(({ role }) => may(role, 'transferStore'));
  const [choice, setChoice] = useState<string | null>(null);
  const organization = choice ?? choices[0]?.id;
  const accept = useMutation({
    mutationFn: () => call('acceptOffer', { body: { token, organization: organization ?? '' } }),
    onSuccess: async ({ slug }) => {
      await reread();
      saySaved(`${store.name} is yours.`);
      navigate(`/stores/${slug}`);
    },
  });
  return (
    <Paper withBorder p="lg" maw={720}>
      <Stack>
        <Text>
          {from} offers {store.name} ({store.slug}) to you, with its data, credentials and logs. {from} loses
          access when you accept.
        </Text>
        {choices.length === 0 && (
          <Text c="dimmed">Only an owner or admin of an organization can accept it.</Text>
        )}
        {choices.length > 1 && (
          <Select
            label="Organization that gets the store"
            data={choices.map(({ id: value, name: label }) => ({ value, label }))}
            value={organization ?? null}
            allowDeselect={false}
            maw={360}
            onChange={setChoice}
          />
        )}
        <ErrorNotice error={accept.error} title="The store was not taken over" />
        <Group>
          <Button
            disabled={organization === undefined}
            loading={accept.isPending}
            onClick={() => accept.mutate()}
          >
            Take over {store.name}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
