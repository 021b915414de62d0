import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';

/** Says that a link was mailed, without revealing whether the address has an account. */
export function CheckYourMail({ children }: { children: string }) {
  return (
    <Alert color="blue" icon={<IconMail aria-hidden />} title="Check your mail" role="status">
      {children}
    </Alert>
  );
}
