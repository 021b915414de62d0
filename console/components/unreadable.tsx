import { Alert } from '@mantine/core';
import { IconLockExclamation } from '@tabler/icons-react';

/** Says that an encrypted value is damaged, and that all else is as it was. */
export function Unreadable({ what, children }: { what: string; children?: string }) {
  return (
    <Alert color="orange" icon={<IconLockExclamation aria-hidden />} title="Cannot be decrypted">
      {`${what} was damaged, or encrypted with another SECRET_KEY. Everything else is complete. ${children ?? ''}`}
    </Alert>
  );
}
