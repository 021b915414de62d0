import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signInByPasskey } from '../passkeys.ts';
import { becameAccount } from '../session.ts';
import { ErrorNotice } from './notice.tsx';

export function PasskeyButton() {
  const client = useQueryClient();
  const signIn = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: (account) => becameAccount(client, account),
  });
  return (
    <>
      <ErrorNotice error={signIn.error} title="You are not signed in" />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
