import { Switch } from '@mantine/core';
import { CAPABILITY_TITLES } from '../../../src/commerce/store/capabilities.ts';

interface Props {
  name: keyof typeof CAPABILITY_TITLES;
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
      label={CAPABILITY_TITLES[name]}
      aria-label={CAPABILITY_TITLES[name]}
      description={effect}
      size="md"
      aria-busy={busy}
      styles={{ label: { fontWeight: 500 } }}
    />
  );
}
