import { Alert, Code, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CopyButton } from '../copy-button.tsx';

interface Props {
  secret: string;
  /** Set after a rotation. */
  rotated: boolean;
  onClose: () => void;
}

/** Shows the secret that signs an endpoint's events, this once. */
export function SecretOnce({ secret, rotated, onClose }: Props) {
  return (
    <Alert
      color="green"
      icon={<IconKey aria-hidden />}
      title="Copy the signing secret now. It is shown only once"
      withCloseButton
      closeButtonLabel="I have copied it"
      onClose={onClose}
      role="status"
    >
      <Group gap="sm">
        <Code className="break">{secret}</Code>
        <CopyButton text={secret} what="signing secret" />
      </Group>
      <Text size="xs" mt="xs">
        {rotated
          ? 'Events are signed with both secrets for 24 hours, so that you can change over.'
          : 'Your endpoint verifies with it that an event is from us (Standard Webhooks).'}
      </Text>
    </Alert>
  );
}
