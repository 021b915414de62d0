import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

export interface RankedItem {
  key: string;
  /** Mark or picture. */
  mark?: ReactNode;
  name: ReactNode;
  /** Small words below the name. */
  below?: ReactNode;
  /** Figure by which the row is ranked. */
  value: ReactNode;
  /** The length of its bar: a share of the highest. */
  weight: number;
}

interface RankedListProps {
  label: string;
  items: readonly RankedItem[];
  /** Rows to show before all are asked for. */
  first?: number;
}

/** Compact list whose bars compare the rows. */
export function RankedList({ label, items: all, first }: RankedListProps) {
  const [isWhole, { open }] = useDisclosure(false);
  const items = isWhole ? all : all.slice(0, first);
  const highest = Math.max(1, ...items.map(({ weight }) => weight));
  return (
    <>
      <ol className="ranked" aria-label={label}>
        {items.map(({ key, mark, name, below, value, weight }) => (
          <li key={key}>
            {mark}
            <div className="ranked-name">
              <Text size="sm" component="div" className="ranked-title">
                {name}
              </Text>
              <span className="ranked-bar" aria-hidden>
                <span style={{ width: `${(100 * weight) / highest}%` }} />
              </span>
            </div>
            <div className="ranked-value">
              <Text size="sm" fw={500} component="div">
                {value}
              </Text>
              {below && (
                <Text size="xs" c="dimmed" component="div">
                  {below}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {items.length < all.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={open}>
          Show all {all.length.toLocaleString()}
        </Button>
      )}
    </>
  );
}
