import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { inWords } from '../api.ts';

interface ErrorNoticeProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  /** Label of the button that does. */
  retry?: string;
}

/** Shows an error and announces it; empty without one. */
export function ErrorNotice({
  error,
  title = 'Something went wrong',
  onRetry,
  retry = 'Try again',
}: ErrorNoticeProps) {
  if (!error) return null;
  return (
    <Alert color="red" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">{inWords(error)}</Text>
      {onRetry && (
        <Button size="xs" mt="sm" variant="default" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </Alert>
  );
}
