import { notifications } from '@mantine/notifications';

/** Says, aloud too, that something is done. */
export function saySaved(message: string): void {
  notifications.show({
    message,
    color: 'green',
    autoClose: 4_000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
