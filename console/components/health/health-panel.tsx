import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useStore } from '../../store-context.ts';
import { CsvLink } from '../csv-link.tsx';
import { Instant } from '../instant.tsx';
import { Panel } from '../panel.tsx';
import { Attempts } from './attempts.tsx';
import { TestButton } from './test-button.tsx';
import { useHealth } from './use-health.ts';
import { ASPECTS, type HealthAspect, STATES, type StoreHealth } from './words.ts';

const ICONS = { ok: IconCheck, waiting: IconCircleDashed, warning: IconAlertTriangle, failing: IconX };

/** State of the connection in every direction, since when and why. Empty for a disconnected store. */
export function HealthPanel({ onlyFaults = false }: { onlyFaults?: boolean }) {
  const { slug, name } = useStore();
  const health = useHealth();
  if (!health || (onlyFaults && health.state === 'ok')) return null;
  const aspects = onlyFaults
    ? health.aspects.filter(({ state }) => state === 'failing' || state === 'warning')
    : health.aspects;
  return (
    <Panel
      title={health.state === 'ok' ? 'Health' : 'Health: needs your attention'}
      beside={
        <Group gap="xs">
          {!onlyFaults && <CsvLink operation="getStoreHealth" list="changes of health" />}
          <TestButton slug={slug} name={name} />
        </Group>
      }
    >
      <div role="status">
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {aspects.map((each) => (
            <Aspect key={each.aspect} aspect={each} health={health} />
          ))}
        </Stack>
      </div>
    </Panel>
  );
}

function Aspect({ aspect: each, health }: { aspect: HealthAspect; health: StoreHealth }) {
  const { words, color } = STATES[each.state];
  const Icon = ICONS[each.state];
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon variant="light" radius="xl" color={color} aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <div>
        <Text size="sm" fw={600}>
          {ASPECTS[each.aspect]}: {words}
          {each.state !== 'waiting' && (
            <Text span inherit fw={400} c="dimmed">
              {' '}
              <Instant at={each.since} lasting />
            </Text>
          )}
        </Text>
        {each.reason && (
          <Text size="sm" className="break">
            {each.reason} {each.remedy}
          </Text>
        )}
        <Attempts aspect={each} health={health} />
        {each.aspect === 'events' && each.state === 'ok' && (
          <Text size="sm" c="dimmed">
            Last webhook: <Instant at={health.last_event_at} never="none yet" />
          </Text>
        )}
      </div>
    </Group>
  );
}
