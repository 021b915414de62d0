import { Switch } from '@mantine/core';
import { useStore } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';

/** Choice of what agents see of the shop's stock. */
export function Stock() {
  const { stock_figures } = useStore();
  const toggle = useStoreAction('updateStore', (on: boolean) => ({ body: { stock_figures: on } }));
  return (
    <Section title="Stock">
      <Switch
        label="Show agents how many pieces are in stock"
        description="Off: agents see whether a product can be bought, not how many there are. Carts still refuse more than your shop has."
        checked={stock_figures}
        onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
        aria-busy={toggle.isPending}
      />
      <ErrorNotice error={toggle.error} title="The setting was not changed" />
    </Section>
  );
}
