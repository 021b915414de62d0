import { Switch } from '@mantine/core';
import type { CapabilityName } from '../../api-types.ts';

const TITLES: Record<CapabilityName, string> = {
  cart: 'Carts',
  order: 'Order status',
  discount: 'Discount codes',
  fulfillment: 'Shipping quotes',
};

interface Props {
  name: CapabilityName;
  on: boolean;
  /** Effect of the current state, in words. */
  effect: string;
  busy: boolean;
  onSwitch: (on: boolean) => void;
}

export function CapabilitySwitch({ name, on, effect, busy, onSwitch }: Props) {
  return (
    <Switch
      checked={on}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      label={TITLES[name]}
      aria-label={TITLES[name]}
      description={effect}
      size="md"
      aria-busy={busy}
      styles={{ label: { fontWeight: 500 } }}
    />
  );
}
