import { Alert, Anchor, Button, Code, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../../api.ts';
import type { NewSecondFactor, RecoveryCodes, SignInMethods } from '../../api-types.ts';
import { saySaved } from '../../saved.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CURRENT_PASSWORD } from '../account-fields.ts';
import { CodeBlock } from '../code-block.tsx';
import { CopyButton } from '../copy-button.tsx';
import { QrCode } from '../qr-code.tsx';
import { Section } from '../panel.tsx';
import { SecretField, TextField } from '../text-field.tsx';
import { WireForm } from '../wire-form.tsx';

const CODE_FIELD = { name: 'code', label: 'Code', autoComplete: 'one-time-code', autoFocus: true } as const;

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
  const wire = useWireForm({
    initial: { current_password: '' },
    validate: hasPassword ? { current_password: required('your current password') } : {},
    send: (values) => act<NewSecondFactor>('POST', '/account/second-factor', hasPassword ? values : {}),
    onDone: onBegun,
  });
  return (
    <WireForm wire={wire} button="Set up app">
      {hasPassword && <SecretField form={wire.form} {...CURRENT_PASSWORD} />}
    </WireForm>
  );
}

function Confirm({
  begun,
  onConfirmed,
}: {
  begun: NewSecondFactor;
  onConfirmed: (codes: RecoveryCodes) => void;
}) {
  const wire = useWireForm({
    initial: { code: '' },
    validate: { code: required('the code that the app shows') },
    send: (values) => act<RecoveryCodes>('POST', '/account/second-factor/confirm', values),
    onDone: onConfirmed,
  });
  return (
    <WireForm wire={wire} button="Turn on">
      <Text size="sm">
        Scan this code with your app, or{' '}
        <Anchor href={begun.uri} underline="always">
          open it in an app on this device
        </Anchor>
        :
      </Text>
      <QrCode text={begun.uri} label="QR code for your authenticator app. It contains the key below." />
      <Group gap="sm">
        <Code className="break" aria-label="Setup key">
          {begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </Code>
        <CopyButton text={begun.secret} what="setup key" />
      </Group>
      <TextField form={wire.form} {...CODE_FIELD} description="Six digits that the app shows." />
    </WireForm>
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
  const wire = useWireForm({
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
    <WireForm
      wire={wire}
      button={wanted === 'turn-off' ? 'Turn off app' : 'Make new codes'}
      beside={
        <Button variant="default" onClick={() => setWanted(undefined)}>
          Cancel
        </Button>
      }
    >
      <TextField form={wire.form} {...CODE_FIELD} description="From the app, or a recovery code." />
    </WireForm>
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
