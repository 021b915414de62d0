import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../notice.tsx';

interface Props {
  number: number;
  title: string;
  done: boolean;
  /** Why it is not its turn yet; undefined when it is. */
  waitsFor?: string | undefined;
  refusal?: string | undefined;
  children: ReactNode;
}

/** One step of a purchase, with what the store refused in it. */
export function StepCard({ number, title, done, waitsFor, refusal, children }: Props) {
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon radius="xl" variant="light" color={done ? 'green' : waitsFor ? 'gray' : 'indigo'}>
            {done ? <IconCheck size={16} aria-label="Done" /> : number}
          </ThemeIcon>
          <Title order={2} size="h5">
            {title}
          </Title>
        </Group>
        {waitsFor === undefined ? (
          children
        ) : (
          <Text size="sm" c="dimmed">
            {waitsFor}
          </Text>
        )}
        {refusal !== undefined && (
          <ErrorNotice error={new Error(refusal)} title="The store rejected the request" />
        )}
      </Stack>
    </Card>
  );
}
