import { Box, Group, SegmentedControl, TextInput } from '@mantine/core';
import type { Period } from './use-period.ts';

/** On a phone days are a letter. */
const daysLabel = (days: number) => (
  <>
    <Box component="span" visibleFrom="sm">
      {days} days
    </Box>
    <Box component="span" hiddenFrom="sm">
      {days}d
    </Box>
  </>
);

const CHOICES = [
  ...[7, 30, 90].map((days) => ({ value: String(days), label: daysLabel(days) })),
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
        size="xs"
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
