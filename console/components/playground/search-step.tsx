import { Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Product } from '../../../client/index.ts';
import { Money } from '../money.tsx';
import type { Purchasing } from './shopping.ts';
import { StepCard } from './step-card.tsx';

/** Product search and choice. */
export function SearchStep({ shopping, busy, take, learn, refusalOf }: Purchasing) {
  const [words, setWords] = useState('');
  const { products, item } = shopping;
  return (
    <StepCard number={1} title="Search" done={item !== undefined} refusal={refusalOf('search')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void take('search', async (agent) => ({ products: (await agent.search(words.trim())).products }));
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label="What does the buyer want?"
            placeholder="shoe"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            style={{ flex: 1 }}
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={busy === 'search'}>
            Search
          </Button>
        </Group>
      </form>
      {products && <Found products={products} itemId={item?.id} choose={(item) => learn({ item })} />}
    </StepCard>
  );
}

interface FoundProps {
  products: Product[];
  itemId: string | undefined;
  choose: (variant: { id: string; title: string }) => void;
}

function Found({ products, itemId, choose }: FoundProps) {
  if (products.length === 0) return <Text size="sm">No products found. Agents get the same result.</Text>;
  return (
    <Stack
      component="ul"
      gap="sm"
      p={0}
      m={0}
      aria-label="Products"
      style={{ listStyle: 'none', maxHeight: '24rem', overflowY: 'auto' }}
    >
      {products.map((product) => (
        <Offer key={product.id} product={product} itemId={itemId} choose={choose} />
      ))}
    </Stack>
  );
}

function Offer({ product, itemId, choose }: { product: Product } & Omit<FoundProps, 'products'>) {
  const available = product.variants.filter((variant) => variant.available);
  const [id, setId] = useState(available[0]?.id ?? '');
  const variant = available.find((each) => each.id === id);
  const picked = product.variants.some((each) => each.id === itemId);
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text fw={500} className="break">
          {product.title}
        </Text>
        <Text size="sm" c="dimmed">
          <Money amount={variant?.price ?? product.price_range.min} currency={product.price_range.currency} />
        </Text>
      </div>
      {available.length > 1 && (
        <Select
          aria-label={`Variant of ${product.title}`}
          data={available.map((each) => ({ value: each.id, label: each.title }))}
          value={id}
          onChange={(value) => setId(value ?? id)}
          allowDeselect={false}
          size="xs"
          w={110}
        />
      )}
      {variant === undefined ? (
        <Badge color="gray">Out of stock</Badge>
      ) : (
        <Button
          size="xs"
          variant={picked ? 'filled' : 'default'}
          aria-pressed={picked}
          aria-label={`${picked ? 'Chosen' : 'Choose'}: ${product.title}`}
          onClick={() => choose({ id: variant.id, title: nameOf(product, variant) })}
        >
          {picked ? 'Chosen' : 'Choose'}
        </Button>
      )}
    </Group>
  );
}

function nameOf(product: Product, variant: Product['variants'][number]): string {
  return product.variants.length > 1 ? `${product.title}, ${variant.title}` : product.title;
}
