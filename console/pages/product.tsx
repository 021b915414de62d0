import { Badge, Code, Stack, Table, Text } from '@mantine/core';
import { useParams } from 'wouter';
import type { ProductAnswer } from '../api-types.ts';
import { BackTo } from '../components/activity/back-to.tsx';
import { Facts } from '../components/activity/facts.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { daysIn } from '../components/days-in.ts';
import { Instant } from '../components/instant.tsx';
import { Money } from '../components/money.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { IssueAdvice } from '../components/products/issues.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ScrollingTable } from '../components/scrolling-table.tsx';
import { useStoreQuery } from '../store-context.ts';

type SeenProduct = ProductAnswer['product'];

export function Product() {
  const { id = '' } = useParams<{ id: string }>();
  const query = useStoreQuery<ProductAnswer>(`/products/${encodeURIComponent(decodeURIComponent(id))}`);
  return (
    <>
      <BackTo path="/products" label="All products" />
      <PageTitle>{query.data?.product.title ?? 'Product'}</PageTitle>
      <QueryView query={query}>
        {(answer) => (
          <Stack gap="md">
            <Panel title="Last 30 days">
              <Facts
                facts={[
                  ['Found in searches', answer.figures.found.toLocaleString()],
                  ['Put in carts', answer.figures.carts.toLocaleString()],
                  ['In checkouts', answer.figures.checkouts.toLocaleString()],
                  ['Sold', answer.figures.sold.toLocaleString()],
                ]}
              />
              <Text size="xs" c="dimmed" mt="xs">
                {daysIn(answer.period.time_zone)}
              </Text>
            </Panel>
            <Panel title="What is missing">
              <IssueAdvice issues={answer.issues} />
            </Panel>
            <Panel title="As agents see it">
              <Seen answer={answer} />
            </Panel>
            <CodeBlock label="JSON for agents" code={JSON.stringify(answer.product, null, 2)} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function Seen({ answer: { product, as_of } }: { answer: ProductAnswer }) {
  const { brand, categories, rating, media, description, options } = product;
  const shown = (text: string | undefined) => text || '—';
  return (
    <Stack gap="md">
      <Text className="break" style={{ whiteSpace: 'pre-line' }}>
        {description || 'No description.'}
      </Text>
      <Facts
        facts={[
          ['Brand', shown(brand)],
          ['Categories', shown(categories?.join(', '))],
          ['Options', shown(options?.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '))],
          ['Images', media.length.toLocaleString()],
          ['Rating', rating ? `${rating.value} of ${rating.max} (${rating.count ?? '—'})` : '—'],
          ['Read from the shop', <Instant key="as_of" at={as_of} />],
          ['ID', <Code key="id">{product.id}</Code>],
        ]}
      />
      <Variants variants={product.variants} />
    </Stack>
  );
}

function Variants({ variants }: { variants: SeenProduct['variants'] }) {
  return (
    <ScrollingTable label="Variants">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Variant</Table.Th>
          <Table.Th>SKU</Table.Th>
          <Table.Th>Barcode</Table.Th>
          <Table.Th ta="right">Price</Table.Th>
          <Table.Th>Stock</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {variants.map((variant) => (
          <Table.Tr key={variant.id}>
            <Table.Td className="break">{variant.title}</Table.Td>
            <Table.Td>{variant.sku ?? '—'}</Table.Td>
            <Table.Td>{variant.barcode ?? '—'}</Table.Td>
            <Table.Td ta="right">
              <Money amount={variant.price} currency={variant.currency} />
            </Table.Td>
            <Table.Td>
              {variant.available ? (
                (variant.quantity ?? 'In stock')
              ) : (
                <Badge color="gray">Out of stock</Badge>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}
