import { Stack } from '@mantine/core';
import { getPresentation } from '../../src/store-platforms/presentations.ts';
import { Guarded } from '../components/guarded.tsx';
import { HealthPanel } from '../components/health/health-panel.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Section } from '../components/panel.tsx';
import { Catalog } from '../components/settings/catalog.tsx';
import { Connection } from '../components/settings/connection.tsx';
import { Credentials } from '../components/settings/credentials.tsx';
import { DangerZone } from '../components/settings/danger-zone.tsx';
import { ExportData } from '../components/settings/export-data.tsx';
import { General } from '../components/settings/general.tsx';
import { StoreSwitch } from '../components/settings/store-switch.tsx';
import { Transfer } from '../components/settings/transfer.tsx';
import { PresentStatus } from '../components/store-status.tsx';
import { useStore } from '../store-context.ts';

export function Settings() {
  return (
    <>
      <PageTitle guide={getPresentation(useStore().platform).guide} beside={<PresentStatus />}>
        Settings
      </PageTitle>
      <Stack maw={820}>
        <HealthPanel />
        <Guarded operation="updateStore">
          <General />
        </Guarded>
        <Section title="Stock">
          <StoreSwitch
            setting="stock_figures"
            label="Show agents how many pieces are in stock"
            description="Off: agents see whether a product can be bought, not how many there are. Carts still refuse more than your shop has."
          />
        </Section>
        <Guarded operation="importStoreProducts">
          <Catalog />
        </Guarded>
        <Guarded operation="checkStore">
          <Connection />
        </Guarded>
        <Guarded operation="updateStoreCredentials">
          <Credentials />
        </Guarded>
        <ExportData />
        <Transfer />
        <DangerZone />
      </Stack>
    </>
  );
}
