import { Button, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { ContentTable } from '../activity/content-panel.tsx';
import type { Purchase } from './agent.ts';
import type { Purchasing } from './shopping.ts';
import { StepCard } from './step-card.tsx';

/** Sets the quantity and the discount code. A cart is not needed for a checkout: agents may go straight there. */
export function CartStep({ shopping, busy, take, refusalOf, input, changeInput }: Purchasing) {
  const { item, cart } = shopping;
  const fill = () =>
    take('cart', async (agent) => ({ cart: await agent.fillCart(purchaseOf(item, input), cart?.id) }));
  return (
    <StepCard
      number={2}
      title="Cart"
      done={cart !== undefined}
      waitsFor={item ? undefined : 'Choose a product first.'}
      refusal={refusalOf('cart')}
    >
      <Text size="sm">{item?.title}</Text>
      <Group align="flex-end" gap="sm">
        <NumberInput
          label="Quantity"
          allowDecimal={false}
          allowNegative={false}
          value={input.quantity}
          onChange={(quantity) => changeInput({ quantity: Number(quantity) || 1 })}
          w={110}
        />
        <TextInput
          label="Discount code"
          placeholder="none"
          value={input.code}
          onChange={({ currentTarget }) => changeInput({ code: currentTarget.value })}
          w={160}
        />
        <Button variant={cart ? 'default' : 'filled'} loading={busy === 'cart'} onClick={() => void fill()}>
          {cart ? 'Update cart' : 'Create cart'}
        </Button>
      </Group>
      {cart && <ContentTable content={cart} />}
    </StepCard>
  );
}

export function purchaseOf(
  item: { id: string } | undefined,
  { quantity, code }: Purchasing['input'],
): Purchase {
  return {
    line_items: item ? [{ item: { id: item.id }, quantity }] : [],
    discounts: { codes: code.trim() === '' ? [] : [code.trim()] },
  };
}
