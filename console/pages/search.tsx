import { Badge, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { PreviewStoreSearchResponse } from '../../client/index.ts';
import { BOUNDS } from '../bounds.generated.ts';
import { BackTo } from '../components/activity/back-to.tsx';
import { Link } from '../components/link.tsx';
import { Money, wholeMoneyText } from '../components/money.tsx';
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

function Reading({ answer }: { answer: PreviewStoreSearchResponse }) {
  const { words, conditions, currency, relaxed, ranked_by, from_copy } = answer;
  const searched = words.filter(({ use }) => use === 'searched' || use === 'corrected');
  const applied = conditions.filter(({ outcome }) => outcome === 'applied');
  const leftOut = listLeftOut(answer);
  return (
    <Stack gap="md">
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
      {searched.length > 0 && (
        <Chips label="Looked for">
          {searched.map(({ text, to, share }) => (
            <Chip key={text} color="indigo" detail={`${Math.round(100 * share)} %`}>
              {to === undefined ? text : `${text} → ${to}`}
            </Chip>
          ))}
        </Chips>
      )}
      {applied.length > 0 && (
        <Chips label="Only with">
          {applied.map((condition) => (
            <Chip key={`${condition.kind} ${condition.text}`} color="green">
              {describeCondition(condition, currency)}
            </Chip>
          ))}
        </Chips>
      )}
      {leftOut.length > 0 && (
        <Chips label="Left out">
          {leftOut.map(({ text, why }) => (
            <Chip key={text} color="gray" detail={why}>
              {text}
            </Chip>
          ))}
        </Chips>
      )}
      {relaxed !== null && (
        <Text size="sm" c="dimmed">
          Agents are told: “{relaxed}”
        </Text>
      )}
    </Stack>
  );
}

type Condition = PreviewStoreSearchResponse['conditions'][number];

/** Returns `price ≤ $30`, `without cotton`, or a measure in the words of the search. */
function describeCondition({ kind, text, min, max }: Condition, currency: string): string {
  if (kind === 'without') return `without ${text}`;
  if (kind === 'measure' || (min === null && max === null)) return text;
  const [lowest, highest] = [min, max].map((price) => wholeMoneyText(price ?? 0, currency));
  if (min === null) return `price ≤ ${highest}`;
  return max === null ? `price ≥ ${lowest}` : `price ${lowest} – ${highest}`;
}

/** Lists what did not count, and why. */
function listLeftOut({ words, conditions }: PreviewStoreSearchResponse): { text: string; why: string }[] {
  const dropped = words.filter(({ use }) => use === 'dropped').map(({ text }) => text);
  const ignored = words.filter(({ use }) => use === 'ignored').map(({ text }) => text);
  return [
    ...dropped.map((text) => ({ text, why: 'no product has it' })),
    ...conditions.flatMap((condition) => describeUnmet(condition)),
    ...(ignored.length > 0 ? [{ text: ignored.join(', '), why: 'says nothing about a product' }] : []),
  ];
}

function describeUnmet({ kind, text, outcome }: Condition): { text: string; why: string }[] {
  if (outcome === 'applied') return [];
  if (outcome === 'unused')
    return [{ text, why: 'bounds no price: say “under” or “over”, in the store’s currency' }];
  return [{ text, why: kind === 'price' ? 'no product has such a price' : 'no product is like that' }];
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="chips">
      <Text size="sm" c="dimmed" aria-hidden>
        {label}
      </Text>
      <ul aria-label={label}>{children}</ul>
    </div>
  );
}

/** A part of the search as it was understood, with a detail in smaller words. */
function Chip({ color, detail, children }: { color: string; detail?: string; children: string }) {
  return (
    <li className="chip" data-color={color}>
      <span className="break">{children}</span>
      {detail && <small>{detail}</small>}
    </li>
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
