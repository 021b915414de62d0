import { Alert, Code, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  title: string;
  /** Name of the secret, such as "link". */
  what: string;
  secret: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a link or secret that cannot be read again. */
export function ShownOnce({ title, what, secret, onClose, children }: ShownOnceProps) {
  return (
    <Alert
      color="green"
      icon={<IconKey aria-hidden />}
      title={title}
      withCloseButton
      closeButtonLabel="I have copied it"
      onClose={onClose}
      role="status"
    >
      <Group gap="sm">
        <Code className="break">{secret}</Code>
        <CopyButton text={secret} what={what} />
      </Group>
      <Text size="xs" mt="xs">
        {children}
      </Text>
    </Alert>
  );
}
