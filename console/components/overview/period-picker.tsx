import { Group, SegmentedControl, TextInput } from '@mantine/core';
import type { Period } from './use-period.ts';

const CHOICES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Custom' },
];

export function PeriodPicker({ period }: { period: Period }) {
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label="Period"
        data={CHOICES}
        value={period.choice}
        onChange={period.choose}
        size="sm"
      />
      {period.choice === 'custom' && (
        <Group gap="xs" wrap="nowrap">
          <TextInput
            type="date"
            aria-label="From"
            max={period.to}
            value={period.from}
            onChange={({ currentTarget }) =>
              currentTarget.value && period.between(currentTarget.value, period.to)
            }
          />
          <span aria-hidden>–</span>
          <TextInput
            type="date"
            aria-label="To"
            min={period.from}
            max={period.today}
            value={period.to}
            onChange={({ currentTarget }) =>
              currentTarget.value && period.between(period.from, currentTarget.value)
            }
          />
        </Group>
      )}
    </Group>
  );
}
