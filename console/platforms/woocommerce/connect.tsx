import { Button, Code, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { presentations } from '../../../src/store-platforms/presentations.ts';
import { FirstImport } from '../../components/connect/first-import.tsx';
import { OrganizationChoice, useStoreOrganization } from '../../components/connect/organization-choice.tsx';
import { useTrialPage } from '../../components/connect/trial.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useInstallation } from '../../session.ts';
import { WooCommerceKeys } from './keys.tsx';
import { Pairing } from './pairing.tsx';

export function ConnectWooCommerce() {
  return (
    <>
      <PageTitle
        lead="Three steps, about five minutes. Your site and this service verify each other."
        guide={presentations.woocommerce.guide}
      >
        Connect WooCommerce
      </PageTitle>
      <OrganizationChoice />
      <Tabs defaultValue="code" maw={720} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="code">Plugin and code</Tabs.Tab>
          <Tabs.Tab value="keys">REST API keys</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="code">
          <WithCode />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <WooCommerceKeys />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function WithCode() {
  const organization = useStoreOrganization();
  return (
    <Stack gap="xl">
      {useInstallation().data?.sandbox && <JustTrying />}
      <Step number={1} title="Install the plugin">
        <Text size="sm">
          Download it. In WordPress, go to Plugins → Add New → Upload Plugin, choose the file, then install
          and activate it. It needs WooCommerce, an https URL and pretty permalinks.
        </Text>
        <Group>
          <Button
            component="a"
            href="/connectors/ucp-host-woocommerce.zip"
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download plugin
          </Button>
        </Group>
      </Step>
      <Step number={2} title="Open the plugin’s settings">
        <Text size="sm">
          In WordPress, go to WooCommerce → Shopping agents. Enter this service address:{' '}
          <Code>{window.location.origin}</Code>{' '}
          <CopyButton text={window.location.origin} what="service address" />
        </Text>
      </Step>
      <Step number={3} title="Enter the code there">
        <Pairing organization={organization} paired={(store) => <FirstImport {...store} />} />
      </Step>
    </Stack>
  );
}

function JustTrying() {
  const href = useTrialPage('woocommerce', 'pair-at');
  return (
    <Group gap="xs">
      <Text size="sm">
        Just trying? Skip to step 3, and enter the code on the simulated site “Unpaired Goods”.
        {href === undefined && ' The service prints that site’s address when it starts, after “pair at”.'}
      </Text>
      {href !== undefined && <OutsideLink href={href}>Open its settings</OutsideLink>}
    </Group>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h4">
        {number}. {title}
      </Title>
      {children}
    </Stack>
  );
}
