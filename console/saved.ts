import { notifications } from '@mantine/notifications';

/** Shows and announces a success message. */
export function saySaved(message: string): void {
  show(message, 'green', 4_000);
}

/** Shows and announces why the sign-in page has appeared. */
export function saySessionEnded(): void {
  show('Your session has ended. Sign in again; changes that were not saved are lost.', 'orange', 15_000);
}

function show(message: string, color: string, autoClose: number): void {
  notifications.show({
    message,
    color,
    autoClose,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
