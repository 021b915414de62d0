import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../api.ts';
import { ChangePassword } from '../components/account/change-password.tsx';
import { ConfirmAddress } from '../components/account/confirm-address.tsx';
import { DeleteAccount } from '../components/account/delete-account.tsx';
import { AccountDetails } from '../components/account/details.tsx';
import { Passkeys } from '../components/account/passkeys.tsx';
import { SecondFactor } from '../components/account/second-factor.tsx';
import { AccountSessions } from '../components/account/sessions.tsx';
import { SingleSignOn } from '../components/account/single-sign-on.tsx';
import { Tokens } from '../components/account/tokens.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAccount, useInstallation } from '../session.ts';

export function AccountPage() {
  const account = useAccount().data;
  const sendsMail = useInstallation().data?.mail;
  const methods = useQuery(queryOf('listSignInMethods', {}));
  return (
    <>
      <PageTitle
        lead={
          <>
            {account?.name} · {account?.email} · joined <Instant at={account?.created_at} />
          </>
        }
      >
        Account
      </PageTitle>
      <Stack maw={820}>
        {sendsMail && methods.data?.email_confirmed === false && (
          <ConfirmAddress email={account?.email ?? ''} />
        )}
        <QueryView query={methods}>
          {(methods) => (
            <>
              {account && (
                <AccountDetails
                  account={account}
                  hasPassword={methods.has_password}
                  sendsMail={sendsMail === true}
                  isConfirmed={methods.email_confirmed}
                />
              )}
              <ChangePassword email={account?.email ?? ''} hasPassword={methods.has_password} />
              <SecondFactor methods={methods} />
              <Passkeys methods={methods} />
              {methods.single_sign_on && <SingleSignOn {...methods.single_sign_on} />}
              <AccountSessions />
              <Tokens />
              {account && <DeleteAccount email={account.email} hasPassword={methods.has_password} />}
            </>
          )}
        </QueryView>
      </Stack>
    </>
  );
}
