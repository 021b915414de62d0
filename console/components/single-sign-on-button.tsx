import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { act } from '../api.ts';
import { ErrorNotice } from './notice.tsx';

interface SingleSignOnButtonProps {
  /** Endpoint that begins: of a sign-in, or of the account that connects. */
  path: '/single-sign-on' | '/account/single-sign-on';
  /** Token of the invitation that the sign-in accepts. */
  invitation?: string;
  children: string;
  fullWidth?: boolean;
}

/** Leads to the identity provider, which leads back to the page for its answers. */
export function SingleSignOnButton({
  path,
  invitation,
  children,
  fullWidth = false,
}: SingleSignOnButtonProps) {
  const begin = useMutation({
    mutationFn: () => act<{ url: string }>('POST', path, { invitation }),
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
