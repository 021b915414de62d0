import { Alert, Code, Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface OneTimeLinkProps {
  title: string;
  link: string;
  onClose: () => void;
  children: ReactNode;
}

/** Link to hand over, shown once. */
export function OneTimeLink({ title, link, onClose, children }: OneTimeLinkProps) {
  return (
    <Alert
      color="green"
      icon={<IconLink aria-hidden />}
      title={title}
      withCloseButton
      closeButtonLabel="I have copied it"
      onClose={onClose}
      role="status"
    >
      <Group gap="sm">
        <Code className="break">{link}</Code>
        <CopyButton text={link} what="link" />
      </Group>
      <Text size="xs" mt="xs">
        {children}
      </Text>
    </Alert>
  );
}
