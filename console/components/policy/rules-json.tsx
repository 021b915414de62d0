import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api.ts';
import { useStore } from '../../store-context.ts';
import { CopyButton } from '../copy-button.tsx';
import { Guarded } from '../guarded.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';
import type { PolicyRule } from './rule-text.ts';

interface RulesJsonProps {
  rules: readonly PolicyRule[];
  onImport: (rules: PolicyRule[]) => void;
}

/** Rules as a document, to be kept elsewhere or brought to another store. */
export function RulesJson({ rules, onImport }: RulesJsonProps) {
  const { slug } = useStore();
  const text = JSON.stringify({ rules }, null, 2);
  const [draft, setDraft] = useState<string>();
  const [isOpen, { toggle }] = useDisclosure(false);
  const importing = useMutation({
    async mutationFn(source: string) {
      // The service checks them.
      const { rules: imported }: { rules: PolicyRule[] } = JSON.parse(source);
      await call('previewStorePolicy', { slug, body: { rules: imported } });
      return imported;
    },
    onSuccess(imported) {
      onImport(imported);
      setDraft(undefined);
    },
  });
  return (
    <Panel
      title="Rules as JSON"
      beside={
        <Group gap="xs">
          <CopyButton text={text} what="rules" />
          <Button
            variant="default"
            size="compact-sm"
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Edit'} rules as JSON`}
          >
            {isOpen ? 'Hide' : 'Edit'}
          </Button>
        </Group>
      }
    >
      {isOpen && (
        <Stack gap="sm">
          <ErrorNotice error={importing.error} title="The rules were not imported" />
          <Guarded operation="updateStorePolicy">
            <Textarea
              aria-label="Rules as JSON"
              value={draft ?? text}
              onChange={({ currentTarget }) => setDraft(currentTarget.value)}
              autosize
              minRows={4}
              maxRows={16}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
            <Group>
              <Button
                variant="default"
                disabled={draft === undefined}
                loading={importing.isPending}
                onClick={() => importing.mutate(draft ?? text)}
              >
                Import rules
              </Button>
            </Group>
          </Guarded>
        </Stack>
      )}
    </Panel>
  );
}
