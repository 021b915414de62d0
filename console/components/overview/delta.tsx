import { Text, VisuallyHidden } from '@mantine/core';

interface DeltaProps {
  now: number | null;
  /** Undefined without a period to compare with. */
  before: number | null | undefined;
}

/** Percent from which a change says only that there was next to nothing before. */
const MAX_PERCENT = 1_000;

/** Change against the period before, in percent; an em dash where that cannot be compared with, nothing without that period. */
export function Delta({ now, before }: DeltaProps) {
  if (before === undefined) return null;
  if (now === null || !before) return <Change text="—" meaning="Nothing to compare with" />;
  const percent = Math.round((100 * (now - before)) / before);
  if (percent >= MAX_PERCENT) return <Change text="—" meaning="Too little before to compare with" />;
  if (percent === 0) return <Change text="±0 %" meaning="No change" />;
  const text = `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString()} %`;
  return <Change text={text} meaning={`${text} against the period before`} />;
}

/** Neutral in color: more searches without orders is no success. */
function Change({ text, meaning }: { text: string; meaning: string }) {
  return (
    <Text span size="xs" c="dimmed" title={meaning} style={{ fontVariantNumeric: 'tabular-nums' }}>
      <span aria-hidden>{text}</span>
      <VisuallyHidden component="span">{meaning}</VisuallyHidden>
    </Text>
  );
}
