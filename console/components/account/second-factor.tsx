import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../../api.ts';
import type { NewSecondFactor, RecoveryCodes, SignInMethods } from '../../api-types.ts';
import { saySaved } from '../../saved.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CodeBlock } from '../code-block.tsx';
import { CopyButton } from '../copy-button.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../section.tsx';
import { SecretField, TextField } from '../text-field.tsx';

const CODE_FIELD = { name: 'code', label: 'Code', autoComplete: 'one-time-code' } as const;

/** Authenticator app of the account: set up, confirmed by a code, turned off by a code. */
export function SecondFactor({ methods }: { methods: SignInMethods }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const [begun, setBegun] = useState<NewSecondFactor>();
  const changed = () => client.invalidateQueries({ queryKey: ['sign-in-methods'] });
  const show = ({ recovery_codes }: RecoveryCodes) => {
    setCodes(recovery_codes);
    setBegun(undefined);
    void changed();
  };
  const { enabled, recovery_codes_left: left } = methods.second_factor;
  return (
    <Section
      title="Authenticator app"
      lead={
        enabled
          ? `Signing in with your password asks for a code. ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`
          : 'Asks for a code of an app on your phone when you sign in with your password.'
      }
    >
      {codes && <ShownOnce codes={codes} onClose={() => setCodes(undefined)} />}
      {enabled && <TurnOff onRenewed={show} onTurnedOff={() => void changed()} />}
      {!enabled && !begun && <Begin hasPassword={methods.has_password} onBegun={setBegun} />}
      {!enabled && begun && <Confirm begun={begun} onConfirmed={show} />}
    </Section>
  );
}

function Begin({
  hasPassword,
  onBegun,
}: {
  hasPassword: boolean;
  onBegun: (begun: NewSecondFactor) => void;
}) {
  const { form, submit, busy, error } = useWireForm({
    initial: { current_password: '' },
    validate: hasPassword ? { current_password: required('your current password') } : {},
    send: (values) => act<NewSecondFactor>('POST', '/account/second-factor', hasPassword ? values : {}),
    onDone: onBegun,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={400}>
        <ErrorNotice error={error} />
        {hasPassword && (
          <SecretField
            form={form}
            name="current_password"
            label="Current password"
            autoComplete="current-password"
          />
        )}
        <Group>
          <Button type="submit" loading={busy}>
            Set up app
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Confirm({
  begun,
  onConfirmed,
}: {
  begun: NewSecondFactor;
  onConfirmed: (codes: RecoveryCodes) => void;
}) {
  const { form, submit, busy, error } = useWireForm({
    initial: { code: '' },
    validate: { code: required('the code that the app shows') },
    send: (values) => act<RecoveryCodes>('POST', '/account/second-factor/confirm', values),
    onDone: onConfirmed,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <Text size="sm">
          Add this key to your app, or <Anchor href={begun.uri}>open it in an app on this device</Anchor>:
        </Text>
        <Group gap="sm">
          <Code className="break" aria-label="Setup key">
            {begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </Code>
          <CopyButton text={begun.secret} what="setup key" />
        </Group>
        <ErrorNotice error={error} />
        <TextField form={form} {...CODE_FIELD} description="Six digits that the app shows." />
        <Group>
          <Button type="submit" loading={busy}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TurnOff({
  onRenewed,
  onTurnedOff,
}: {
  onRenewed: (codes: RecoveryCodes) => void;
  onTurnedOff: () => void;
}) {
  const [wanted, setWanted] = useState<'recovery-codes' | 'turn-off'>();
  const { form, submit, busy, error } = useWireForm({
    initial: { code: '' },
    validate: { code: required('a code of the app, or a recovery code') },
    send: (values) => act<Partial<RecoveryCodes>>('POST', `/account/second-factor/${wanted}`, values),
    onDone: ({ recovery_codes }, { reset }) => {
      reset();
      setWanted(undefined);
      if (recovery_codes) return onRenewed({ recovery_codes });
      saySaved('The authenticator app is turned off.');
      onTurnedOff();
    },
  });
  if (!wanted)
    return (
      <Group>
        <Button variant="default" onClick={() => setWanted('recovery-codes')}>
          New recovery codes
        </Button>
        <Button variant="default" color="red" onClick={() => setWanted('turn-off')}>
          Turn off app
        </Button>
      </Group>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={400}>
        <ErrorNotice error={error} />
        <TextField form={form} {...CODE_FIELD} description="Of the app, or a recovery code." />
        <Group>
          <Button type="submit" loading={busy}>
            {wanted === 'turn-off' ? 'Turn off app' : 'Make new codes'}
          </Button>
          <Button variant="default" onClick={() => setWanted(undefined)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ShownOnce({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Alert
      color="green"
      icon={<IconShieldCheck aria-hidden />}
      title="Store these recovery codes now. They are shown only once"
      withCloseButton
      closeButtonLabel="I have stored them"
      onClose={onClose}
      role="status"
    >
      <Text size="sm" mb="xs">
        Each one replaces the app for one sign-in, when your phone is lost.
      </Text>
      <CodeBlock label="Recovery codes" code={codes.join('\n')} />
    </Alert>
  );
}
