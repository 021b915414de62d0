import { Button, Group } from '@mantine/core';
import { useAction } from '../../use-action.ts';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';

/** Asks for the mail that proves the address of an account that was made without one. */
export function ConfirmAddress({ email }: { email: string }) {
  const send = useAction('requestEmailConfirmation', () => ({}), [], {
    success: `A mail to ${email} is queued. Open its link in this browser.`,
  });
  return (
    <Section
      title="Confirm your e-mail address"
      lead="Until then a password that you reset by mail begins the account anew, without your teams: somebody else could have made it with your address."
    >
      <ErrorNotice error={send.error} title="The link was not mailed" />
      <Group>
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          Mail me a link
        </Button>
      </Group>
    </Section>
  );
}
