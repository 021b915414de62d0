import { Button, Group, Stack, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useLinkToken } from '../link-token.ts';
import { useAccount } from '../session.ts';
import { useAction } from '../use-action.ts';

/** Opened by the mailed link, in a session of the account. */
export function ConfirmEmail() {
  const token = useLinkToken();
  const account = useAccount().data;
  const [, navigate] = useLocation();
  const confirm = useAction('confirmEmail', () => ({ body: { token } }), ['listSignInMethods'], {
    success: 'Your e-mail address is confirmed.',
    onDone: () => navigate('/account'),
  });
  return (
    <>
      <PageTitle>Confirm your e-mail address</PageTitle>
      <Stack maw={720}>
        <Text>
          You are signed in as {account?.email}. This signs you out in other browsers, and removes passkeys
          and API tokens: whoever made them before may not be you.
        </Text>
        <ErrorNotice error={confirm.error} title="The address was not confirmed" />
        <Group>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm address
          </Button>
        </Group>
      </Stack>
    </>
  );
}
