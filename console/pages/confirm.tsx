import { Text } from '@mantine/core';
import { Link } from '../components/link.tsx';
import { NewAccount } from '../components/new-account.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { useLinkToken } from '../link-token.ts';

/** Opened by the mailed link of a sign-up, whose fragment is the token. */
export function Confirm() {
  const token = useLinkToken();
  return (
    <SignInLayout>
      <PageTitle lead="Your e-mail address is confirmed with it.">Create your account</PageTitle>
      <NewAccount operation="confirmSignUp" token={token} button="Create account" />
      <Text size="sm" c="dimmed">
        <Link to="/sign-up" underline="always">
          Ask for a new link
        </Link>
        {' · '}
        <Link to="/sign-in" underline="always">
          Sign in
        </Link>
      </Text>
    </SignInLayout>
  );
}
