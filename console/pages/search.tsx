import { Badge, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { PreviewStoreSearchResponse } from '../../client/index.ts';
import { BOUNDS } from '../bounds.generated.ts';
import { BackTo } from '../components/activity/back-to.tsx';
import { Link } from '../components/link.tsx';
import { Money } from '../components/money.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

type Ranked = PreviewStoreSearchResponse['products'][number];

/** Shows a search as an agent gets it; the words are in the address. */
export function Search() {
  const [params, setParams] = useSearchParams();
  const words = params.get('q') ?? '';
  const [typed, setTyped] = useState(words);
  const query = useStoreQuery('previewStoreSearch', { q: words }, { enabled: words !== '' });
  return (
    <>
      <BackTo path="/products" label="All products" />
      <PageTitle lead="The answer that agents get, with the reasons for its ranking. Not counted in any figure.">
        Try a search
      </PageTitle>
      <Stack gap="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setParams({ q: typed.trim() });
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              type="search"
              label="What does the buyer want?"
              placeholder="waterproof jacket for women, size M"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              maxLength={BOUNDS.previewStoreSearch.q.maxLength}
              required
              withAsterisk={false}
              style={{ flex: 1 }}
            />
            <Button type="submit">Search</Button>
          </Group>
        </form>
        {words !== '' && <QueryView query={query}>{(answer) => <Answer answer={answer} />}</QueryView>}
      </Stack>
    </>
  );
}

function Answer({ answer }: { answer: PreviewStoreSearchResponse }) {
  return (
    <>
      <Panel title="How the search was read">
        <Reading answer={answer} />
      </Panel>
      <Panel title="What agents get">
        {answer.products.length === 0 ? (
          <Text size="sm">No products found. Agents get the same result.</Text>
        ) : (
          <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Products">
            {answer.products.map((product, place) => (
              <Result key={product.id} product={product} rank={place + 1} />
            ))}
          </Stack>
        )}
        {answer.has_more && (
          <Text size="sm" c="dimmed" mt="md">
            More products follow.
          </Text>
        )}
      </Panel>
    </>
  );
}

const USES: Record<PreviewStoreSearchResponse['words'][number]['use'], { color: string; words: string }> = {
  searched: { color: 'green', words: 'searched' },
  corrected: { color: 'blue', words: 'corrected: no product has it as written' },
  excluded: { color: 'blue', words: 'excluded: products with it are left out' },
  dropped: { color: 'orange', words: 'dropped: no product has it' },
  ignored: { color: 'gray', words: 'ignored' },
};

function Reading({
  answer: { words, relaxed, ranked_by, from_copy },
}: {
  answer: PreviewStoreSearchResponse;
}) {
  return (
    <Stack gap="sm">
      {ranked_by === 'shop' && (
        <Text size="sm">
          The shop’s own search has answered: the copy of the catalog is not complete, the shop reports no
          changes, or the copy has nothing for these words.
        </Text>
      )}
      {from_copy && (
        <Text size="sm">
          The shop does not answer right now. These results come from the copy of its catalog.
        </Text>
      )}
      {words.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Words">
          {words.map(({ text, use, to, share }) => (
            <Group component="li" key={`${use} ${text}`} gap="xs">
              <Text span fw={600} className="break">
                {to === undefined ? text : `${text} → ${to}`}
              </Text>
              <Badge color={USES[use].color}>{USES[use].words}</Badge>
              {share > 0 && (
                <Text span size="sm" c="dimmed">
                  {Math.round(100 * share)} % of the weight
                </Text>
              )}
            </Group>
          ))}
        </Stack>
      )}
      {relaxed !== null && <Text size="sm">{`Agents are told: ${relaxed}`}</Text>}
    </Stack>
  );
}

function Result({ product, rank }: { product: Ranked; rank: number }) {
  const { slug } = useStore();
  return (
    <li>
      <Group gap="xs" justify="space-between" align="baseline">
        <Group gap="xs">
          <Text span c="dimmed">
            {rank}.
          </Text>
          <Link to={`${storePath(slug)}/products/${encodeURIComponent(product.id)}`} fw={500}>
            {product.title}
          </Link>
          {product.availability === 'out_of_stock' && <Badge color="gray">Out of stock</Badge>}
        </Group>
        <Money amount={product.price.min} currency={product.price.currency} />
      </Group>
      {product.rank && (
        <List size="sm" mt={4} aria-label={`Reasons for ${product.title}`}>
          {product.rank.reasons.map((reason) => (
            <List.Item key={reason}>{reason}</List.Item>
          ))}
          <List.Item>{`Score: ${product.rank.score.toFixed(1)}.`}</List.Item>
        </List>
      )}
    </li>
  );
}
