import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { addLeaveGuard, dropLeaveGuards, removeLeaveGuard } from '../leave-guard.ts';

interface SaveBarProps {
  busy: boolean;
  onDiscard: () => void;
  /** Omitted inside a form, which is submitted. */
  onSave?: () => void;
  /** Why saving failed. */
  children?: ReactNode;
}

/** Bar of unsaved changes, always in view: it stands over the header, so that it hides nothing of the page. */
export function SaveBar({ busy, onDiscard, onSave, children }: SaveBarProps) {
  return (
    <Box className="save-bar" role="region" aria-label="Unsaved changes">
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600}>
          Unsaved changes
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onDiscard} disabled={busy}>
            Discard
          </Button>
          <Button size="xs" loading={busy} {...(onSave ? { onClick: onSave } : { type: 'submit' })}>
            Save
          </Button>
        </Group>
      </Group>
      {children}
    </Box>
  );
}

/** Asks before the page is left while `dirty`. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const [proceed, setProceed] = useState<{ go: () => void }>();
  // A layout effect ends before the redirect of an ended session, which the guard must not hold back.
  useLayoutEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const guard = (go: () => void) => setProceed({ go });
    addLeaveGuard(guard);
    window.addEventListener('beforeunload', warn);
    return () => {
      removeLeaveGuard(guard);
      window.removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
  const stay = () => setProceed(undefined);
  const leave = () => {
    stay();
    dropLeaveGuards();
    proceed?.go();
  };
  return (
    <Modal opened={proceed !== undefined} onClose={stay} title="Leave without saving?">
      <Stack>
        <Text size="sm">Your changes on this page are not saved yet.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay}>
            Stay on this page
          </Button>
          <Button color="red" onClick={leave}>
            Discard changes
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
