import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { urlOf } from '../../api.ts';
import { useRefusal } from '../../permissions.ts';
import { useStore } from '../../store-context.ts';
import { Section } from '../panel.tsx';

export function ExportData() {
  const { slug } = useStore();
  const refusal = useRefusal('exportStore');
  const link = {
    component: 'a',
    href: urlOf('exportStore', { slug }),
    download: `${slug}.json`,
  } as const;
  return (
    <Section
      title="Export"
      lead="All data of this store as one JSON file: settings, sessions, carts, orders and the audit log. Secrets are not included."
    >
      <Group>
        <Button
          {...(refusal === undefined ? link : { disabled: true, title: refusal })}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download export
        </Button>
      </Group>
    </Section>
  );
}
