import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import type { CheckStoreDiscoveryRequest } from '../../../client/index.ts';
import { useStore } from '../../store-context.ts';
import { useAction } from '../../use-action.ts';
import { CopyButton } from '../copy-button.tsx';
import { Guarded } from '../guarded.tsx';
import { ErrorNotice } from '../notice.tsx';
import { CheckResult } from './check-result.tsx';

export type Form = NonNullable<CheckStoreDiscoveryRequest['address']>;

interface AddressProps {
  /** Checked URL of the service. */
  address: Form;
  url: string;
  /** Noun such as "manifest". */
  what: string;
  clients: readonly string[];
}

/** URL of the manifest or the profile, with a check and the clients that read it. */
export function Address({ address, url, what, clients }: AddressProps) {
  const { slug } = useStore();
  const check = useAction('checkStoreDiscovery', () => ({ slug, body: { address } }), []);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Anchor href={url} target="_blank" rel="noreferrer" className="break">
          {url}
        </Anchor>
        <CopyButton text={url} what={`address of the ${what}`} />
        <Guarded operation="checkStoreDiscovery">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => check.mutate()}
            loading={check.isPending}
          >
            Check the {what}
          </Button>
        </Guarded>
      </Group>
      <ErrorNotice error={check.error} title="The check failed" />
      {check.data && <CheckResult check={check.data} label={`Results of the ${what} check`} />}
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          Used by
        </Text>
        <List size="sm" spacing={4}>
          {clients.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Stack>
    </Stack>
  );
}
