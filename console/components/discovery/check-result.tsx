import { Alert, Code, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { CheckStoreDiscoveryResponse } from '../../../client/index.ts';
import { Diagnostics } from '../diagnostics.tsx';

/** Result of a check; `label` is read by screen readers. */
export function CheckResult({ check, label }: { check: CheckStoreDiscoveryResponse; label: string }) {
  const { color, title } = VERDICTS[check.strict ? 'everyone' : check.ok ? 'some' : 'nobody'];
  return (
    <Stack gap="md">
      <Alert
        color={color}
        icon={check.strict ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={check.strict && check.found ? FOUND[check.found] : title}
      >
        URL checked: <Code className="break">{check.url}</Code>
      </Alert>
      <Diagnostics diagnostics={check.diagnostics} label={label} />
    </Stack>
  );
}

const VERDICTS = {
  everyone: { color: 'green', title: 'Agents find your store here' },
  some: { color: 'orange', title: 'Agents that follow redirects find your store; strict agents do not' },
  nobody: { color: 'red', title: 'Agents cannot find your store at this address yet' },
} as const;

/** One address has one answer. */
const FOUND: Record<NonNullable<CheckStoreDiscoveryResponse['found']>, string> = {
  manifest: 'Every agent that reads the manifest finds your store here',
  profile: 'Every agent that reads official profiles finds your store here',
};
