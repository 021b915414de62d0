import { Button, Group, Stack } from '@mantine/core';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { longEnough, required, useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../section.tsx';
import { SecretField } from '../text-field.tsx';

export function ChangePassword({ email }: { email: string }) {
  const { form, submit, busy, error } = useWireForm({
    initial: { current_password: '', new_password: '' },
    validate: { current_password: required('your current password'), new_password: longEnough },
    send: (values) => act('POST', '/password', values),
    onDone: (_answer, { reset }) => {
      reset();
      saySaved('Password changed. Other browsers are signed out.');
    },
  });
  return (
    <Section title="Password" lead="Changing your password signs out every other browser.">
      <form onSubmit={submit} noValidate>
        <Stack maw={400}>
          <ErrorNotice error={error} title="The password was not changed" />
          {/* Links the password to the account for password managers. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <SecretField
            form={form}
            name="current_password"
            label="Current password"
            autoComplete="current-password"
          />
          <SecretField
            form={form}
            name="new_password"
            label="New password"
            description="At least 10 characters."
            autoComplete="new-password"
          />
          <Group>
            <Button type="submit" loading={busy}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
