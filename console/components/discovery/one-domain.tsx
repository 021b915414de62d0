import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CustomDomain } from '../../../client/index.ts';
import { useStoreAction } from '../../use-action.ts';
import { CodeBlock } from '../code-block.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { Diagnostics } from '../diagnostics.tsx';
import { Guarded } from '../guarded.tsx';
import { Instant } from '../instant.tsx';
import { ErrorNotice } from '../notice.tsx';

const STATES: Record<CustomDomain['state'], { color: string; word: string; about: string }> = {
  unverified: {
    color: 'gray',
    word: 'Not verified',
    about:
      'Add this record at your DNS provider. It is checked automatically, and at once when you press “Verify domain”.',
  },
  verified: {
    color: 'orange',
    word: 'Verified, not pointing here',
    about: 'The domain is verified. Now point its CNAME or A record at this service.',
  },
  live: {
    color: 'green',
    word: 'Live',
    about: 'Agent platforms find your store here. Keep the DNS record: it is checked regularly.',
  },
  proof_missing: {
    color: 'red',
    word: 'Record missing',
    about: 'The DNS record is missing. Add it again, or the domain will stop being served.',
  },
  lost: {
    color: 'red',
    word: 'No longer served',
    about:
      'The DNS record was missing for too long, or another store verified the domain. Add it again to serve the domain.',
  },
};

/** One domain: how it stands, what its DNS must hold, and what is in the way. */
export function OneDomain({ domain }: { domain: CustomDomain }) {
  const inputOf = () => ({ domain: domain.domain });
  const look = useStoreAction('verifyStoreDomain', inputOf);
  const remove = useStoreAction('deleteStoreDomain', inputOf, { success: `${domain.domain} is removed.` });
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
        <CodeBlock label="TXT value" code={domain.record.value} wrap />
        <ErrorNotice error={look.error ?? undefined} title="The check failed" />
        {look.data && (
          <Diagnostics diagnostics={look.data.diagnostics} label={`Check results for ${domain.domain}`} />
        )}
        <Group gap="sm">
          <Guarded operation="deleteStoreDomain">
            <Button
              size="xs"
              onClick={() => look.mutate()}
              loading={look.isPending}
              aria-label={`Verify domain: ${domain.domain}`}
            >
              Verify domain
            </Button>
            <ConfirmButton
              title={`Remove ${domain.domain}?`}
              text="Agents no longer find your store there. If you add it again, you verify it with a new record."
              confirm="Remove domain"
              action={remove}
              label="Remove"
              name={`Remove ${domain.domain}`}
              size="xs"
            />
          </Guarded>
          <Text size="xs" c="dimmed">
            Last checked: <Instant at={domain.checked_at} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
