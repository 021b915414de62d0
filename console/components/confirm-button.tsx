import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorNotice } from './notice.tsx';

interface ConfirmButtonProps {
  /** The question. */
  title: string;
  text: ReactNode;
  /** Label of the confirming button. */
  confirm: string;
  /** Text to type first, for irreversible actions. */
  typed?: string;
  /** Color of the confirming button; red by default. */
  color?: 'red' | 'indigo';
  busy: boolean;
  error: unknown;
  onConfirm: () => Promise<unknown>;
  button: (open: () => void) => ReactNode;
}

/** Asks for confirmation of an action that is destructive, or large. */
export function ConfirmButton({
  title,
  text,
  confirm,
  typed,
  color = 'red',
  busy,
  error,
  onConfirm,
  button,
}: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [entered, setEntered] = useState('');
  const ready = typed === undefined || entered.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // `error` shows the failure.
    if (ready) onConfirm().then(close, () => undefined);
  };
  return (
    <>
      {button(() => {
        setEntered('');
        open();
      })}
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
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
            <ErrorNotice error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" color={color} disabled={!ready} loading={busy}>
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
