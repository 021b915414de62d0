import { Text } from '@mantine/core';
import { Instant } from '../instant.tsx';
import type { HealthAspect, StoreHealth } from './words.ts';

/** Last and next attempt to reach a shop that fails; or since when a fault is over that is still shown. */
export function Attempts({ aspect, health }: { aspect: HealthAspect; health: StoreHealth }) {
  const { outage } = health;
  if (aspect.recovering_since)
    return (
      <Text size="xs" c="dimmed">
        Repaired <Instant at={aspect.recovering_since} />. Shown as OK after two minutes without a failure.
      </Text>
    );
  const isOfShop = aspect.aspect === 'shop' || aspect.aspect === 'access';
  if (!outage || !isOfShop || aspect.state !== 'failing') return null;
  return (
    <Text size="xs" c="dimmed" className="break">
      {outage.host !== null && !aspect.reason?.includes(outage.host) && `${outage.host}. `}
      Last tried <Instant at={outage.tried_at} />, next try <Instant at={outage.next_try_at} isAhead />
    </Text>
  );
}
