import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';

interface WireFormProps {
  /** State of `useWireForm`. */
  wire: { submit: (event?: FormEvent<HTMLFormElement>) => void; busy: boolean; error: unknown };
  /** Title of an error that belongs to no field. */
  failure?: string;
  /** Label of the button that submits. */
  button: string;
  /** Fills its place, with the button as wide as the fields. */
  wide?: boolean;
  /** Other buttons. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Fields in a row with their button, and the error below; below each other on a phone. */
export function InlineForm({
  wire: { submit, busy, error },
  failure,
  button,
  variant = 'filled',
  children,
}: Pick<WireFormProps, 'wire' | 'button' | 'children'> & {
  failure: string;
  variant?: 'filled' | 'default';
}) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div className="inline-form">
          {children}
          <Button type="submit" variant={variant} loading={busy}>
            {button}
          </Button>
        </div>
        <ErrorNotice error={error} title={failure} />
      </Stack>
    </form>
  );
}

/** Fields below each other, with the error above and the button below. */
export function WireForm({ wire, failure, button, wide = false, beside, children }: WireFormProps) {
  const { submit, busy, error } = wire;
  const send = (
    <Button type="submit" loading={busy} fullWidth={wide}>
      {button}
    </Button>
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack {...(wide ? {} : { maw: 400 })}>
        <ErrorNotice error={error} {...(failure === undefined ? {} : { title: failure })} />
        {children}
        {wide ? (
          send
        ) : (
          <Group>
            {send}
            {beside}
          </Group>
        )}
      </Stack>
    </form>
  );
}
