import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CreatePairingCodeResponse, GetPairingCodeResponse } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useAction } from '../../use-action.ts';

const IS_OVER: Record<GetPairingCodeResponse['status'], boolean> = {
  waiting: false,
  checking: false,
  refused: false,
  paired: true,
  locked: true,
  expired: true,
};

export type PairedStore = NonNullable<GetPairingCodeResponse['store']>;

interface PairingProps {
  /** Gets the store. */
  organization: { organization?: string };
  /** Shown once a site is paired. */
  paired: (store: PairedStore) => ReactNode;
}

/** Pairing code with its live status. */
export function Pairing({ organization, paired }: PairingProps) {
  const make = useAction('createPairingCode', () => ({ body: organization }), []);
  const code = make.data;
  if (!code) {
    return (
      <Stack align="flex-start">
        <ErrorNotice error={make.error} title="No code could be created" />
        <Button onClick={() => make.mutate()} loading={make.isPending}>
          Create a pairing code
        </Button>
      </Stack>
    );
  }
  const another = { making: make.isPending, onAnother: () => make.mutate() };
  return <CodeWaiting key={code.id} code={code} paired={paired} {...another} />;
}

interface CodeWaitingProps extends Pick<PairingProps, 'paired'> {
  code: CreatePairingCodeResponse;
  making: boolean;
  onAnother: () => void;
}

function CodeWaiting({ code, paired, making, onAnother }: CodeWaitingProps) {
  const state = useQuery({
    ...queryOf('getPairingCode', { pairing_id: code.id }),
    refetchInterval: ({ state: { data } }) => (data && IS_OVER[data.status] ? false : 1_500),
    refetchIntervalInBackground: true,
  });
  const left = useSecondsUntil(code.expires_at);
  const answer = state.data;
  if (answer?.status === 'paired' && answer.store) return paired(answer.store);
  if (left === 0 || answer?.status === 'expired' || answer?.status === 'locked') {
    return <CodeOver locked={answer?.status === 'locked'} making={making} onAnother={onAnother} />;
  }
  return (
    <Stack>
      <CodeCard code={code} left={left} />
      <div role="status">
        <WhatHappens state={answer} />
      </div>
      <ErrorNotice error={state.error} />
    </Stack>
  );
}

function CodeCard({ code, left }: { code: CreatePairingCodeResponse; left: number }) {
  const [total] = useState(left);
  const output = useRef<HTMLOutputElement>(null);
  // The button that had the focus is gone; the code is read out instead.
  useEffect(() => output.current?.focus(), []);
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Paper withBorder p="lg">
      <Stack align="center" gap="sm">
        <Text size="sm" c="dimmed">
          Enter this code in WordPress
        </Text>
        <Text
          component="output"
          ref={output}
          tabIndex={-1}
          className="pairing-code"
          ff="monospace"
          aria-label={`Pairing code ${[...code.code].join(' ')}`}
        >
          {code.code}
        </Text>
        <CopyButton text={code.code} what="pairing code" />
        <Progress
          value={(100 * left) / Math.max(total, 1)}
          w="100%"
          size="sm"
          transitionDuration={0}
          aria-hidden
        />
        <Group gap={6}>
          <IconClock size={16} aria-hidden />
          <Text size="sm" role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
            Expires in {clock}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

function WhatHappens({ state }: { state: GetPairingCodeResponse | undefined }) {
  if (state?.status === 'refused' && state.refusal) {
    return (
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={state.refusal.message}>
        <Text size="sm">{state.refusal.remedy}</Text>
        <Text size="sm" mt="xs">
          Then press “Pair this shop” in WordPress again, with the same code. {attemptsLeft(state.tries_left)}
        </Text>
      </Alert>
    );
  }
  const words =
    state?.status === 'checking'
      ? 'The site has connected. Checking it…'
      : 'Waiting for the site to connect…';
  return (
    <Text ta="center" c="dimmed">
      {words}
    </Text>
  );
}

function attemptsLeft(left: number): string {
  return left === 1 ? 'One attempt is left.' : `${left} attempts are left.`;
}

interface CodeOverProps extends Pick<CodeWaitingProps, 'making' | 'onAnother'> {
  locked: boolean;
}

function CodeOver({ locked, making, onAnother }: CodeOverProps) {
  return (
    <Paper withBorder p="lg" role="alert">
      <Stack align="center">
        <Title order={3} size="h4">
          {locked ? 'Too many wrong attempts' : 'This code has expired'}
        </Title>
        <Text size="sm" c="dimmed" ta="center">
          {locked
            ? 'Nothing was connected. Create a new code and enter that one.'
            : 'Codes are valid for ten minutes.'}
        </Text>
        <Button onClick={onAnother} loading={making}>
          Create a new code
        </Button>
      </Stack>
    </Paper>
  );
}

function useSecondsUntil(instant: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now) / 1_000));
}
