import { Alert, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from '../../components/link.tsx';
import { useStore } from '../../store-context.ts';
import { type PairedStore, Pairing } from './pairing.tsx';

/** For a shop that no longer knows the key of its pairing. */
export function PairAgain() {
  const { organization } = useStore();
  return (
    <Stack>
      <Text size="sm">
        The plugin makes a new key, and the store keeps its slug, its settings and its history. In WordPress,
        go to WooCommerce → Shopping agents, and unpair the shop if it still says that it is paired. Then
        enter a new code there.
      </Text>
      <Pairing
        organization={organization ? { organization: organization.id } : {}}
        paired={(store) => <Paired {...store} />}
      />
    </Stack>
  );
}

function Paired({ slug, name }: PairedStore) {
  const client = useQueryClient();
  const isThisStore = useStore().slug === slug;
  useEffect(() => {
    void client.invalidateQueries();
  }, [client]);
  return (
    <Alert
      color={isThisStore ? 'green' : 'orange'}
      icon={<IconCheck aria-hidden />}
      role="status"
      title={isThisStore ? 'The shop is paired again' : 'Another site was paired'}
    >
      {isThisStore ? (
        'Agents are served with its new key.'
      ) : (
        <>
          The code was entered on the site of <Link to={`/stores/${slug}`}>{name}</Link>. This store is as it
          was.
        </>
      )}
    </Alert>
  );
}
