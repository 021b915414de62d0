import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { CredentialsCheck } from '../../api-types.ts';
import { Diagnostics } from '../findings.tsx';
import { ErrorNotice } from '../notice.tsx';

interface CheckResultProps {
  check: CredentialsCheck;
  connecting: boolean;
  error: unknown;
  onConnect: () => void;
}

/** Result of the live check, with the button that connects. */
export function CheckResult({ check, connecting, error, onConnect }: CheckResultProps) {
  const { ok, description, findings } = check;
  const heading = useRef<HTMLHeadingElement>(null);
  // It stands below a long form: the reader is brought there, each time it is checked.
  useEffect(() => {
    if (check) heading.current?.focus();
  }, [check]);
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {ok ? (description?.name ?? 'The shop answers') : 'Something needs fixing'}
        </Title>
        {description && (
          <Text size="sm" c="dimmed" className="break">
            {[description.hosts.join(', '), description.currency, description.country]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
        <Diagnostics findings={findings} label="Check results" />
        <ErrorNotice error={error} title="The store was not connected" />
        {ok ? (
          <Group>
            <Button onClick={onConnect} loading={connecting}>
              Connect {description?.name ?? 'the store'}
            </Button>
          </Group>
        ) : (
          <Text size="sm">Fix this and check again. Nothing was saved.</Text>
        )}
      </Stack>
    </Paper>
  );
}
