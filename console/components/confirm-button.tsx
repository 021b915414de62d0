import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from './notice.tsx';
import { focusTitle } from './page-title.tsx';

interface ConfirmButtonProps {
  /** The question. */
  title: string;
  text: ReactNode;
  /** Label of the confirming button. */
  confirm: string;
  /** Text to type first, for irreversible actions, whose button is red. */
  typed?: string;
  /** Color of the confirming button; red by default. */
  color?: 'red' | 'indigo';
  action: { isPending: boolean; error: unknown; mutateAsync: () => Promise<unknown> };
  /** Label of the button that asks. */
  label: string;
  /** Its name for screen readers, where several have the same label. */
  name?: string;
  size?: 'compact-sm' | 'xs' | 'sm';
}

/** White words on Mantine's own red fall below 4.5:1. */
const DARK_RED = 'red.9';

/** Asks for confirmation of an action that is destructive, or large. */
export function ConfirmButton({
  title,
  text,
  confirm,
  typed,
  color = 'red',
  action,
  label,
  name,
  size = 'sm',
}: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [entered, setEntered] = useState('');
  const isConfirmed = useRef(false);
  // A button that is removed with its row takes the focus along.
  useEffect(() => () => void (isConfirmed.current && focusTitle()), []);
  const ready = typed === undefined || entered.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    isConfirmed.current = true;
    // The action's error shows the failure.
    action.mutateAsync().then(close, () => undefined);
  };
  const ask = () => {
    setEntered('');
    isConfirmed.current = false;
    open();
  };
  const look = typed === undefined ? { variant: 'default' } : { variant: 'light', color: 'red' };
  return (
    <>
      <Button {...look} size={size} onClick={ask} aria-label={name}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title}>
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm" component="div">
              {text}
            </Text>
            {typed !== undefined && (
              <TextInput
                label={`Type ${typed} to confirm`}
                value={entered}
                onChange={({ currentTarget }) => setEntered(currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
                data-autofocus
              />
            )}
            <ErrorNotice error={action.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button
                type="submit"
                color={color === 'red' ? DARK_RED : color}
                disabled={!ready}
                loading={action.isPending}
              >
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
