import { notifications } from '@mantine/notifications';

/** Shows and announces a success message. */
export function saySaved(message: string): void {
  notifications.show({
    message,
    color: 'green',
    autoClose: 4_000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
