import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { queryOf } from '../api.ts';
import { Link } from '../components/link.tsx';
import { Loading } from '../components/loading.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { SignInLayout } from '../components/sign-in-layout.tsx';
import { becameAccount } from '../session.ts';

/** Opened by the identity provider, with its answer in the query. */
export function ProviderAnswer() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { search } = window.location;
  const { code = '', state = '', error: refusal } = Object.fromEntries(new URLSearchParams(search));
  const finished = useQuery({
    ...queryOf('finishSingleSignOn', { body: { code, state } }),
    enabled: refusal === undefined,
    // A code works once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (!finished.data) return;
    const wasSignedIn = client.getQueryData(queryOf('getCurrentSession', {}).queryKey)?.account != null;
    becameAccount(client, finished.data.account);
    navigate(wasSignedIn ? '/account' : '/stores', { replace: true });
  }, [finished.data, client, navigate]);
  if (refusal === undefined && !finished.error) return <Loading />;
  return (
    <SignInLayout>
      <PageTitle>Sign in</PageTitle>
      <ErrorNotice error={finished.error} title="You are not signed in" />
      {refusal !== undefined && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title="You are not signed in"
          role="alert"
        >
          The identity provider ended the sign-in.
        </Alert>
      )}
      <Text size="sm">
        <Link to="/sign-in" underline="always">
          Back to sign in
        </Link>
      </Text>
    </SignInLayout>
  );
}
