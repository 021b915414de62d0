import { Button, Group, Text } from '@mantine/core';
import type { ListSignInMethodsResponse } from '../../../client/index.ts';
import { useAction } from '../../use-action.ts';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';
import { SingleSignOnButton } from '../single-sign-on-button.tsx';

/** Connection of the account with the installation's identity provider. */
export function SingleSignOn({ label, connected }: NonNullable<ListSignInMethodsResponse['single_sign_on']>) {
  const disconnect = useAction('disconnectSingleSignOn', () => ({}), ['listSignInMethods'], {
    success: `Your account is disconnected from ${label}.`,
  });
  return (
    <Section
      title="Single sign-on"
      lead={`Sign in with ${label}. It then asks for its own second factor, in place of an authenticator app here.`}
    >
      <ErrorNotice error={disconnect.error} title="Your account stays connected" />
      <Group>
        {connected ? (
          <>
            <Text size="sm">Connected with {label}.</Text>
            <Button variant="default" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
              Disconnect
            </Button>
          </>
        ) : (
          <SingleSignOnButton operation="connectSingleSignOn">{`Connect ${label}`}</SingleSignOnButton>
        )}
      </Group>
    </Section>
  );
}
