import { Group, Text } from '@mantine/core';
import type { ListedProduct } from '../../client/index.ts';
import { Listing } from '../components/activity/listing.tsx';
import { NothingListed } from '../components/activity/nothing-listed.tsx';
import type { Column } from '../components/data-table.tsx';
import { daysIn } from '../components/days-in.ts';
import { SearchFilter, SelectFilter } from '../components/filters.tsx';
import { Link, LinkButton } from '../components/link.tsx';
import { Money } from '../components/money.tsx';
import { daysFrom } from '../components/overview/use-period.ts';
import { PageTitle } from '../components/page-title.tsx';
import { FeedReport } from '../components/products/feed-report.tsx';
import { ISSUE_NAMES, Issues, issueLabel } from '../components/products/issues.tsx';
import { ProductPicture } from '../components/products/product-picture.tsx';
import { ShowTests, useTestsIn } from '../components/show-tests.tsx';
import { storePath, useStore, useStoreList } from '../store-context.ts';
import { type TableState, useTableState } from '../table-state.ts';

const FILTERS = ['q', 'issue', 'days'];
const DAYS = [
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
];

function columnsOf(slug: string): Column<ListedProduct>[] {
  return [
    {
      key: 'title',
      title: 'Product',
      sortable: true,
      render: (row) => (
        <Group gap="sm" wrap="nowrap">
          <ProductPicture url={row.image_url} />
          <div>
            <Link to={`${storePath(slug)}/products/${encodeURIComponent(row.id)}`} fw={500} className="break">
              {row.title}
            </Link>
            {row.unlisted && (
              <Text size="xs" c="dimmed" fw={400}>
                Hidden from search
              </Text>
            )}
          </div>
        </Group>
      ),
    },
    { key: 'price', title: 'Price', onCard: 'corner', render: (row) => <Prices {...row} /> },
    { key: 'stock', title: 'Stock', onCard: 'line', render: (row) => <Stock {...row} /> },
    {
      key: 'issues',
      title: 'Issues',
      onCard: 'line',
      render: ({ issues }) => issues.length > 0 && <Issues issues={issues} />,
    },
    figure('found', 'Found'),
    figure('carts', 'In carts'),
    figure('checkouts', 'In checkouts'),
    figure('sold', 'Sold'),
  ];
}

function Prices({ price_min: min, price_max: max, currency }: ListedProduct) {
  if (min === max) return <Money amount={min} currency={currency} />;
  return (
    <>
      <Money amount={min} currency={currency} /> – <Money amount={max} currency={currency} />
    </>
  );
}

/** The number may be 0 for a product that the shop sells without stock. */
function Stock({ availability, stock }: ListedProduct) {
  if (availability === 'out_of_stock')
    return (
      <Text span inherit c="dimmed">
        Out of stock
      </Text>
    );
  return stock === null || stock <= 0 ? 'In stock' : `${stock.toLocaleString()} in stock`;
}

function figure(key: 'found' | 'carts' | 'checkouts' | 'sold', title: string): Column<ListedProduct> {
  return { key, title, sortable: true, align: 'right', render: (row) => row[key].toLocaleString() };
}

export function Products() {
  const { slug, time_zone: timeZone } = useStore();
  const state = useTestsIn(inPeriod(useTableState(FILTERS), timeZone));
  const list = useStoreList('listStoreProducts', state, 10_000);
  const counts = list.query.data?.issue_counts;
  const issues = ISSUE_NAMES.map((issue) => ({
    value: issue,
    label: counts ? `${issueLabel(issue)} (${counts[issue]?.toLocaleString()})` : issueLabel(issue),
  }));
  return (
    <>
      <PageTitle
        help={`The catalog as agents see it, what is missing in it, and how often agents found and bought each product. ${daysIn(timeZone)}`}
        actions={
          <>
            <ShowTests />
            <LinkButton to={`${storePath(slug)}/search`} variant="light">
              Try a search
            </LinkButton>
          </>
        }
      >
        Products
      </PageTitle>
      <FeedReport />
      <Listing
        list={list}
        label="Products"
        columns={columnsOf(slug)}
        search={<SearchFilter name="q" label="Search" placeholder="Title or id" state={state} />}
        filters={
          <>
            <SelectFilter
              name="issue"
              label="Issues"
              all="All products"
              options={[{ value: 'any', label: 'Any issue' }, ...issues]}
              state={state}
            />
            <SelectFilter name="days" label="Period" all="Last 30 days" options={DAYS} state={state} />
          </>
        }
        empty={
          <NothingListed title="No products yet">
            The catalog has not been read yet, or the shop sells nothing. Settings shows when it was read
            last.
          </NothingListed>
        }
      />
    </>
  );
}

/** The number of days as the dates that the merchant API takes. */
function inPeriod(state: TableState, timeZone: string): TableState {
  const days = Number(state.filters.days) || 30;
  const { days: _, ...query } = state.query;
  return { ...state, query: { ...query, ...daysFrom(days, timeZone) } };
}
