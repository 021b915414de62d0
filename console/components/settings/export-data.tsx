import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { storePath, useStore } from '../../store-context.ts';
import { Section } from '../section.tsx';

export function ExportData() {
  const { slug } = useStore();
  return (
    <Section
      title="Export"
      lead="All data of this store as one JSON file: settings, sessions, carts, orders and the audit log. Secrets are not included."
    >
      <Group>
        <Button
          component="a"
          href={`/api/merchant${storePath(slug, '/export')}`}
          download={`${slug}.json`}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download export
        </Button>
      </Group>
    </Section>
  );
}
