import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { useParams } from 'wouter';
import type { GetStoreProductResponse } from '../../client/index.ts';
import { BackTo } from '../components/activity/back-to.tsx';
import { Facts } from '../components/activity/facts.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { daysIn } from '../components/days-in.ts';
import { Instant } from '../components/instant.tsx';
import { Money } from '../components/money.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { IssueAdvice } from '../components/products/issues.tsx';
import { ProductPicture } from '../components/products/product-picture.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ShowTests, useTests } from '../components/show-tests.tsx';
import { useStoreQuery } from '../store-context.ts';

type SeenProduct = GetStoreProductResponse['product'];

export function Product() {
  const { id = '' } = useParams<{ id: string }>();
  const { tests } = useTests();
  const query = useStoreQuery(
    'getStoreProduct',
    { product_id: decodeURIComponent(id), tests },
    { keepPrevious: true },
  );
  return (
    <>
      <BackTo path="/products" label="All products" />
      <PageTitle actions={<ShowTests />}>{query.data?.product.title ?? 'Product'}</PageTitle>
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

function Seen({ answer: { product, as_of } }: { answer: GetStoreProductResponse }) {
  const { brand, categories, rating, media, description, options } = product;
  const orDash = (text: string | undefined) => text || '—';
  return (
    <Stack gap="md">
      <Group wrap="nowrap" align="start">
        <ProductPicture url={media[0]?.url ?? null} size={96} />
        <Text size="sm" maw="65ch" className="break" style={{ whiteSpace: 'pre-line' }}>
          {description || 'No description.'}
        </Text>
      </Group>
      <Facts
        facts={[
          ['Brand', orDash(brand)],
          ['Categories', orDash(categories?.join(', '))],
          ['Options', orDash(options?.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '))],
          ['Images', media.length.toLocaleString()],
          ['Rating', rating ? `${rating.value} of ${rating.max} (${rating.count ?? '—'})` : '—'],
          ['Read from the shop', <Instant key="as_of" at={as_of} />],
          ['ID', <Code key="id">{product.id}</Code>],
        ]}
      />
      <DataTable
        label="Variants"
        columns={VARIANT_COLUMNS}
        rows={product.variants}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Stack>
  );
}

type Variant = SeenProduct['variants'][number];

const VARIANT_COLUMNS: readonly Column<Variant>[] = [
  { key: 'title', title: 'Variant', render: ({ title }) => <span className="break">{title}</span> },
  { key: 'sku', title: 'SKU', render: ({ sku }) => sku },
  { key: 'barcode', title: 'Barcode', render: ({ barcode }) => barcode },
  {
    key: 'price',
    title: 'Price',
    align: 'right',
    render: ({ price, currency }) => <Money amount={price} currency={currency} />,
  },
  {
    key: 'stock',
    title: 'Stock',
    render: ({ available, quantity }) =>
      available ? (quantity ?? 'In stock') : <Badge color="gray">Out of stock</Badge>,
  },
];
