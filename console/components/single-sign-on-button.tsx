import { Button } from '@mantine/core';
import { useAction } from '../use-action.ts';
import { ErrorNotice } from './notice.tsx';

const FAILURES = {
  beginSingleSignOn: 'You are not signed in',
  connectSingleSignOn: 'Your account was not connected',
};

interface SingleSignOnButtonProps {
  /** Begins a sign-in, or connects the account. */
  operation: keyof typeof FAILURES;
  /** Token of the invitation that the sign-in accepts. */
  invitation?: string;
  children: string;
  fullWidth?: boolean;
}

/** Leads to the identity provider, which leads back to the page for its answers. */
export function SingleSignOnButton({
  operation,
  invitation,
  children,
  fullWidth = false,
}: SingleSignOnButtonProps) {
  const inputOf = () => ({ body: invitation === undefined ? {} : { invitation } });
  const begin = useAction(operation, inputOf, [], {
    onDone: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <ErrorNotice error={begin.error} title={FAILURES[operation]} />
      <Button
        variant="default"
        fullWidth={fullWidth}
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        {children}
      </Button>
    </>
  );
}
