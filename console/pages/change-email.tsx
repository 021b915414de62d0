import { Button, Group, Stack, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { Link } from '../components/link.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useLinkToken } from '../link-token.ts';
import { saySaved } from '../saved.ts';
import { useAccount } from '../session.ts';
import { useAction } from '../use-action.ts';

/** Opened by the mailed links of a change of the address, in a session of the account: at the present address, then at the new one. */
export function ChangeEmail() {
  const token = useLinkToken();
  const account = useAccount().data;
  const [, navigate] = useLocation();
  const confirm = useAction(
    'confirmEmailChange',
    () => ({ body: { token } }),
    ['getCurrentSession', 'listSignInMethods', 'listAccountSessions'],
    {
      onDone: ({ mailed_to: mailedTo, account: { email } }) => {
        if (mailedTo !== null) return;
        saySaved(`You sign in as ${email} now. Other browsers are signed out.`);
        navigate('/account', { replace: true });
      },
    },
  );
  const mailedTo = confirm.data?.mailed_to;
  return (
    <>
      <PageTitle>Change your e-mail address</PageTitle>
      <Stack maw={720}>
        {mailedTo ? (
          <>
            <Text role="status">
              Approved. A mail to {mailedTo} is queued: open its link in this browser within an hour. Until
              then you sign in as {account?.email}.
            </Text>
            <Text size="sm">
              <Link to="/account" underline="always">
                Back to your account
              </Link>
            </Text>
          </>
        ) : (
          <>
            <Text>
              You are signed in as {account?.email}. Confirm that you asked for this. Once both addresses have
              confirmed it, other browsers are signed out.
            </Text>
            <ErrorNotice error={confirm.error} title="The address was not changed" />
            <Group>
              <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
                Confirm the change
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </>
  );
}
