import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CustomDomainCheck, CustomDomain } from '../../api-types.ts';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { storePath, useStore } from '../../store-context.ts';
import { useStoreChanged } from '../../use-store-changed.ts';
import { CodeBlock } from '../code-block.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { Diagnostics } from '../findings.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';

const STATES: Record<CustomDomain['state'], { color: string; word: string; about: string }> = {
  unverified: {
    color: 'gray',
    word: 'Not proved yet',
    about:
      'Add this record at your DNS provider. The service looks for it by itself, and at once when you press “Check now”.',
  },
  verified: {
    color: 'orange',
    word: 'Proved, not leading here',
    about: 'The domain is yours. Now let its CNAME or A record lead to this service.',
  },
  live: {
    color: 'green',
    word: 'Live',
    about: 'Platforms find your store here. Keep the DNS record: it is looked at regularly.',
  },
  proof_missing: {
    color: 'red',
    word: 'Record missing',
    about: 'The DNS record is gone. Put it back, or the domain will not be served any more.',
  },
  lost: {
    color: 'red',
    word: 'Not served any more',
    about:
      'The DNS record was gone for too long, or somebody else has proved the domain. Put it back to have the domain again.',
  },
};

/** One domain: how it stands, what its DNS must hold, and what is in the way. */
export function OneDomain({ domain }: { domain: CustomDomain }) {
  const { slug } = useStore();
  const changed = useStoreChanged();
  const path = storePath(slug, `/domains/${encodeURIComponent(domain.domain)}`);
  const look = useMutation({
    mutationFn: () => act<CustomDomainCheck>('POST', `${path}/verify`),
    onSuccess: changed,
  });
  const remove = useMutation({
    mutationFn: () => act('DELETE', path),
    onSuccess: async () => {
      await changed();
      saySaved(`${domain.domain} is not your store’s any more.`);
    },
  });
  const { color, word, about } = STATES[domain.state];
  return (
    <Card withBorder padding="md" component="article" aria-label={domain.domain}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={3} size="h6" className="break">
            {domain.domain}
          </Title>
          <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
            {word}
          </Badge>
        </Group>
        <Text size="sm">
          {about}
          {domain.served_until && (
            <> It is still served until {new Date(domain.served_until).toLocaleDateString()}.</>
          )}
        </Text>
        {domain.error && domain.state === 'verified' && <Text size="sm">{domain.error}</Text>}
        <CodeBlock label="Name of the TXT record" code={domain.record.name} wrap />
        <CodeBlock label="Its text" code={domain.record.value} wrap />
        <ErrorNotice error={look.error ?? undefined} title="The check could not be made" />
        {look.data && (
          <Diagnostics findings={look.data.findings} label={`What was found at ${domain.domain}`} />
        )}
        <Group gap="sm">
          <Button
            size="xs"
            onClick={() => look.mutate()}
            loading={look.isPending}
            aria-label={`Check now: ${domain.domain}`}
          >
            Check now
          </Button>
          <ConfirmButton
            title={`Remove ${domain.domain}?`}
            text="Agents find nothing there from then on. Added again, it is proved by a new record."
            confirm="Remove the domain"
            busy={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutateAsync()}
            button={(open) => (
              <Button size="xs" variant="default" onClick={open} aria-label={`Remove ${domain.domain}`}>
                Remove
              </Button>
            )}
          />
          <Text size="xs" c="dimmed">
            Last look: <Instant at={domain.checked_at} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
