import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { longEnough, required, useWireForm } from '../../use-wire-form.ts';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../section.tsx';

export function ChangePassword({ email }: { email: string }) {
  const { form, submit, busy, error } = useWireForm({
    initial: { current_password: '', new_password: '' },
    validate: { current_password: required('your current password'), new_password: longEnough },
    send: (values) => act('POST', '/password', values),
    onDone: (_answer, { reset }) => {
      reset();
      saySaved('The password is changed. Other browsers are signed out.');
    },
  });
  return (
    <Section title="Password" lead="Changing it signs out every other browser that uses this account.">
      <form onSubmit={submit} noValidate>
        <Stack maw={400}>
          <ErrorNotice error={error} title="The password was not changed" />
          {/* Tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            key={form.key('current_password')}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="New password"
            description="10 characters or more, of any kind."
            autoComplete="new-password"
            key={form.key('new_password')}
            {...form.getInputProps('new_password')}
          />
          <Group>
            <Button type="submit" loading={busy}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
