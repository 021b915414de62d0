import { Button, Group } from '@mantine/core';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { useAction } from '../../use-action.ts';
import { ImportBar } from '../connect/first-import.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';

/** The copy of the shop's products that agents search. */
export function Catalog() {
  const { slug } = useStore();
  const state = useStoreQuery('getStoreImport', {}, { refetchInterval: 2_000 });
  const again = useAction('importStoreProducts', () => ({ slug }), ['getStoreImport']);
  return (
    <Section
      title="Catalog"
      lead={
        <>
          Changes sync automatically. Last full sync: <Instant at={state.data?.imported_at} />.
        </>
      }
    >
      <ImportBar state={state.data} />
      <ErrorNotice error={again.error} title="The sync could not be started" />
      <Group>
        <Button
          variant="default"
          onClick={() => again.mutate()}
          loading={again.isPending}
          disabled={Boolean(state.data?.importing)}
        >
          Sync all products
        </Button>
      </Group>
    </Section>
  );
}
