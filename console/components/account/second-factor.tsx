import { Alert, Anchor, Button, Code, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type {
  BeginSecondFactorResponse,
  ConfirmSecondFactorResponse,
  ListSignInMethodsResponse,
} from '../../../client/index.ts';
import { saySaved } from '../../saved.ts';
import { useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CURRENT_PASSWORD } from '../account-fields.ts';
import { CodeBlock } from '../code-block.tsx';
import { CopyButton } from '../copy-button.tsx';
import { counted } from '../counted.ts';
import { Section } from '../panel.tsx';
import { QrCode } from '../qr-code.tsx';
import { SecretField, TextField } from '../text-field.tsx';
import { WireForm } from '../wire-form.tsx';

const CODE_FIELD = { name: 'code', label: 'Code', autoComplete: 'one-time-code', autoFocus: true } as const;

/** Authenticator app of the account: set up, confirmed by a code, turned off by a code. */
export function SecondFactor({ methods }: { methods: ListSignInMethodsResponse }) {
  const [codes, setCodes] = useState<string[]>();
  const [begun, setBegun] = useState<BeginSecondFactorResponse>();
  const reread = useReread(['listSignInMethods']);
  const show = ({ recovery_codes }: ConfirmSecondFactorResponse) => {
    setCodes(recovery_codes);
    setBegun(undefined);
    void reread();
  };
  const { enabled, recovery_codes_left: left } = methods.second_factor;
  return (
    <Section
      title="Authenticator app"
      lead={
        enabled
          ? `Signing in with your password asks for a code. ${counted(left, 'recovery code')} left.`
          : 'Asks for a code of an app on your phone when you sign in with your password.'
      }
    >
      {codes && <ShownOnce codes={codes} onClose={() => setCodes(undefined)} />}
      {enabled && <TurnOff onRenewed={show} onTurnedOff={() => void reread()} />}
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
  onBegun: (begun: BeginSecondFactorResponse) => void;
}) {
  const wire = useWireForm('beginSecondFactor', {
    initial: { current_password: '' },
    validate: hasPassword ? { current_password: required('your current password') } : {},
    inputOf: (values) => ({ body: hasPassword ? values : {} }),
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
  begun: BeginSecondFactorResponse;
  onConfirmed: (codes: ConfirmSecondFactorResponse) => void;
}) {
  const wire = useWireForm('confirmSecondFactor', {
    initial: { code: '' },
    validate: { code: required('the code that the app shows') },
    inputOf: (body) => ({ body }),
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
  onRenewed: (codes: ConfirmSecondFactorResponse) => void;
  onTurnedOff: () => void;
}) {
  const [operation, setOperation] = useState<'renewRecoveryCodes' | 'turnOffSecondFactor'>();
  const wire = useWireForm(operation ?? 'renewRecoveryCodes', {
    initial: { code: '' },
    validate: { code: required('a code of the app, or a recovery code') },
    inputOf: (body) => ({ body }),
    onDone: ({ recovery_codes }, { reset }) => {
      reset();
      setOperation(undefined);
      if (recovery_codes) return onRenewed({ recovery_codes });
      saySaved('The authenticator app is turned off.');
      onTurnedOff();
    },
  });
  if (!operation)
    return (
      <Group>
        <Button variant="default" onClick={() => setOperation('renewRecoveryCodes')}>
          New recovery codes
        </Button>
        <Button variant="default" color="red" onClick={() => setOperation('turnOffSecondFactor')}>
          Turn off app
        </Button>
      </Group>
    );
  return (
    <WireForm
      wire={wire}
      button={operation === 'turnOffSecondFactor' ? 'Turn off app' : 'Make new codes'}
      beside={
        <Button variant="default" onClick={() => setOperation(undefined)}>
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
