import { Stack } from '@mantine/core';
import { ChangePassword } from '../components/account/change-password.tsx';
import { Tokens } from '../components/account/tokens.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useAccount } from '../session.ts';

export function AccountPage() {
  const account = useAccount().data;
  return (
    <>
      <PageTitle
        lead={
          <>
            {account?.name} · {account?.email} · since <Instant at={account?.created_at} />
          </>
        }
      >
        Account
      </PageTitle>
      <Stack maw={820}>
        <Tokens />
        <ChangePassword email={account?.email ?? ''} />
      </Stack>
    </>
  );
}
