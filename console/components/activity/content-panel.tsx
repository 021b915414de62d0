import { Badge, Group, Stack, Text } from '@mantine/core';
import { DataTable } from '../data-table.tsx';
import { Money } from '../money.tsx';
import { Panel } from '../panel.tsx';
import { ProductPicture } from '../products/product-picture.tsx';

/** Members that sessions, carts and orders of the merchant API share with the carts that agents read. */
interface Content {
  currency: string;
  line_items: LineItem[];
  totals: Totals;
  discounts?: Discounts | null | undefined;
}

interface LineItem {
  item: { id: string; title: string; price?: number; image_url?: string | null };
  quantity: number;
  price?: number;
}

interface Totals {
  subtotal: number;
  discount: number;
  tax: number;
  /** Absent or null until the shop has priced it. */
  shipping?: number | null | undefined;
  total: number;
  refunded?: number;
}

interface Discounts {
  applied: { code: string; amount: number }[];
  rejected: { code: string; message: string }[];
}

export function ContentPanel({ content, title = 'Items and totals' }: { content: Content; title?: string }) {
  return (
    <Panel title={title}>
      <ContentTable content={content} />
    </Panel>
  );
}

/** Lines, codes and totals. */
export function ContentTable({ content }: { content: Content }) {
  const { currency, line_items, totals, discounts } = content;
  return (
    <Stack gap="md">
      <Lines lines={line_items} currency={currency} />
      {discounts && <Codes discounts={discounts} currency={currency} />}
      <Sums totals={totals} currency={currency} />
    </Stack>
  );
}

function Lines({ lines, currency }: { lines: LineItem[]; currency: string }) {
  return (
    <DataTable
      label="Items"
      rows={lines}
      rowKey={({ item }) => item.id}
      empty="No items."
      columns={[
        {
          key: 'product',
          title: 'Product',
          render: ({ item: { title, image_url: picture } }) => (
            <div className="pictured">
              {picture !== undefined && <ProductPicture url={picture} size={32} />}
              <span className="break">{title}</span>
            </div>
          ),
        },
        { key: 'quantity', title: 'Quantity', align: 'right', render: ({ quantity }) => quantity },
        {
          key: 'price',
          title: 'Price',
          align: 'right',
          render: ({ price, item }) => <Money amount={price ?? item.price} currency={currency} />,
        },
      ]}
    />
  );
}

function Codes({ discounts, currency }: { discounts: Discounts; currency: string }) {
  return (
    <Stack gap="xs">
      {discounts.applied.map(({ code, amount }) => (
        <Group key={code} gap="xs">
          <Badge color="green">{code}</Badge>
          <Text size="sm">
            applied: −<Money amount={amount} currency={currency} />
          </Text>
        </Group>
      ))}
      {discounts.rejected.map(({ code, message }) => (
        <Group key={code} gap="xs">
          <Badge color="red">{code}</Badge>
          <Text size="sm">refused: {message}</Text>
        </Group>
      ))}
    </Stack>
  );
}

function Sums({ totals, currency }: { totals: Totals; currency: string }) {
  const rows: [name: string, amount: number | null | undefined][] = [
    ['Subtotal', totals.subtotal],
    ['Discount', totals.discount ? -totals.discount : undefined],
    ['Tax', totals.tax],
    ['Shipping', totals.shipping],
  ];
  return (
    <Stack gap={4} maw={320} ml="auto" w="100%">
      {rows.map(
        ([name, amount]) =>
          amount !== undefined &&
          amount !== null && <Sum key={name} name={name} amount={amount} currency={currency} />,
      )}
      <Group justify="space-between">
        <Text fw={600}>Total</Text>
        <Text fw={600}>
          <Money amount={totals.total} currency={currency} />
        </Text>
      </Group>
      {totals.refunded ? <Sum name="Refunded" amount={-totals.refunded} currency={currency} /> : null}
    </Stack>
  );
}

function Sum({ name, amount, currency }: { name: string; amount: number; currency: string }) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="sm">
        <Money amount={amount} currency={currency} />
      </Text>
    </Group>
  );
}
