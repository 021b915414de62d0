import { Stack } from '@mantine/core';
import { PageTitle } from '../components/page-title.tsx';
import { Catalog } from '../components/settings/catalog.tsx';
import { Connection } from '../components/settings/connection.tsx';
import { Credentials } from '../components/settings/credentials.tsx';
import { DangerZone } from '../components/settings/danger-zone.tsx';
import { ExportData } from '../components/settings/export-data.tsx';
import { General } from '../components/settings/general.tsx';
import { StoreStatus } from '../components/store-status.tsx';
import { useStore } from '../store-context.ts';

export function Settings() {
  const store = useStore();
  return (
    <>
      <PageTitle beside={<StoreStatus store={store} />}>Settings</PageTitle>
      <Stack maw={820}>
        <General />
        <Catalog />
        <Connection />
        <Credentials />
        <ExportData />
        <DangerZone />
      </Stack>
    </>
  );
}
