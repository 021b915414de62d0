import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { ErrorNotice } from './notice.tsx';

interface SingleSignOnButtonProps {
  /** Begins a sign-in, or connects the account. */
  operation: 'beginSingleSignOn' | 'connectSingleSignOn';
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
  const begin = useMutation({
    mutationFn: () => call(operation, { body: invitation === undefined ? {} : { invitation } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <ErrorNotice error={begin.error} title="The identity provider could not be reached" />
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
