import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Account, ReadInvitationResponse } from '../../client/index.ts';
import { queryOf } from '../api.ts';
import { Link, LinkButton } from '../components/link.tsx';
import { NewAccount } from '../components/new-account.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { SingleSignOnButton } from '../components/single-sign-on-button.tsx';
import { nameOfRole } from '../components/team/roles.ts';
import { useLinkToken } from '../link-token.ts';
import { becameAccount, useAccount, useInstallation } from '../session.ts';
import { useAction } from '../use-action.ts';

/** Accepting an invitation, with an account or by making one. */
export function Invitation() {
  const token = useLinkToken();
  const account = useAccount().data;
  const invitation = useQuery({ ...queryOf('readInvitation', { body: { token } }), retry: false });
  const details = invitation.data;
  return (
    <SignInLayout>
      <PageTitle
        lead={
          details && `${details.invited_by} invites ${details.email} to join as ${nameOfRole(details.role)}.`
        }
      >
        {details ? `Join ${details.organization}` : 'Invitation'}
      </PageTitle>
      <QueryView query={invitation}>
        {(valid) =>
          account ? (
            <Accept token={token} account={account} invitation={valid} />
          ) : (
            <Join token={token} invitation={valid} />
          )
        }
      </QueryView>
      {invitation.error && (
        <Text size="sm">
          <Link to="/stores" underline="always">
            Open the console
          </Link>
        </Text>
      )}
    </SignInLayout>
  );
}

/** Ways to join without a session. */
function Join({ token, invitation }: { token: string; invitation: ReadInvitationResponse }) {
  const { single_sign_on: provider, mail: sendsMail } = useInstallation().data ?? {};
  // A link that was handed over is for a person with an account where mail is sent.
  const isForAccount = invitation.has_account ?? sendsMail;
  return (
    <>
      {!isForAccount && (
        <NewAccount operation="signUpInvited" token={token} button="Create account and join" />
      )}
      {(isForAccount || invitation.has_account === null) && (
        <SignInFirst token={token} invitation={invitation} />
      )}
      {provider != null && (
        <SingleSignOnButton operation="beginSingleSignOn" invitation={token} fullWidth>
          {`Join with ${provider}`}
        </SingleSignOnButton>
      )}
    </>
  );
}

function SignInFirst({ token, invitation }: { token: string; invitation: ReadInvitationResponse }) {
  const to = encodeURIComponent(`/invitation#${token}`);
  const { email, has_account: hasAccount } = invitation;
  return (
    <>
      <Text size="sm">
        {hasAccount ? `${email} has an account already.` : `Do you have an account ${email}?`}
      </Text>
      <LinkButton to={`/sign-in?to=${to}`}>Sign in to accept</LinkButton>
    </>
  );
}

interface AcceptProps {
  token: string;
  account: Account;
  invitation: ReadInvitationResponse;
}

function Accept({ token, account, invitation }: AcceptProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const accept = useAction('acceptInvitation', () => ({ body: { token } }), [], {
    onDone: () => {
      becameAccount(client, account);
      navigate('/stores');
    },
  });
  const signOut = useAction('signOut', () => ({}), [], {
    onDone: () => becameAccount(client, null),
  });
  const isOther = account.email !== invitation.email;
  return (
    <Stack>
      <ErrorNotice error={accept.error} title="You have not joined" />
      {isOther ? (
        <>
          <Text size="sm">You are signed in as {account.email}.</Text>
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </>
      ) : (
        <Button loading={accept.isPending} onClick={() => accept.mutate()}>
          Accept invitation
        </Button>
      )}
    </Stack>
  );
}
