import { List, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PreviewStorePolicyResponse } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { useStore } from '../../store-context.ts';
import { counted } from '../counted.ts';
import { daysIn } from '../days-in.ts';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import type { PolicyRule } from './rule-text.ts';

type Forecast = PreviewStorePolicyResponse['forecast'];

/** Effect of the rules on the log of the last 14 days, before any of them is saved. */
export function ForecastPanel({ rules }: { rules: readonly PolicyRule[] }) {
  const { slug } = useStore();
  const query = useQuery({
    ...queryOf('previewStorePolicy', { slug, body: { rules: [...rules] } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="What these rules would have done">
      <QueryView query={query}>{(preview) => <ForecastText {...preview} />}</QueryView>
    </Panel>
  );
}

function ForecastText({ forecast, changes }: PreviewStorePolicyResponse) {
  const { time_zone: timeZone } = useStore();
  const { refused, calls } = forecast;
  const carts = refused.carts > 0 ? ` and ${counted(refused.carts, 'cart')}` : '';
  return (
    <Stack gap="xs">
      <Text role="status">
        {forecast.rules.length === 0
          ? 'Nothing is refused without a rule.'
          : `${counted(refused.sessions, 'session')}${carts} refused, ${refused.orders} of them became ${refused.orders === 1 ? 'an order' : 'orders'}. ${refused.calls} of ${counted(calls, 'call')} of the last 14 days refused.`}
      </Text>
      <List size="sm" spacing={4}>
        {forecast.rules.map((rule) => (
          <List.Item key={rule.rule}>{textOf(rule)}</List.Item>
        ))}
      </List>
      <Text size="sm">{changesText(changes)}</Text>
      <Text size="sm" c="dimmed">
        {`Rules in shadow mode count as if they were on. ${daysIn(timeZone)} ${limitsOf(forecast)}`}
      </Text>
    </Stack>
  );
}

function changesText({ added, removed, changed, reordered }: PreviewStorePolicyResponse['changes']): string {
  const parts = [
    ...(added.length > 0 ? [`adds ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removes ${removed.join(', ')}`] : []),
    ...changed.map(({ rule, members }) => `changes ${members.join(', ')} of ${rule}`),
    ...(reordered ? ['reorders the rules'] : []),
  ];
  return parts.length > 0 ? `Saving ${parts.join('; ')}.` : 'These are the saved rules.';
}

function textOf({
  rule,
  calls,
  sessions,
  carts,
  orders,
  agents,
  products,
  shown: times,
}: Forecast['rules'][number]): string {
  const byWhom = agents.length > 0 ? ` (${agents.map(({ agent }) => agent).join(', ')})` : '';
  const hidden =
    products > 0 ? `; hides ${counted(products, 'product')} that searches showed ${times} times` : '';
  return `${rule}: ${counted(calls, 'call')}, ${counted(sessions, 'session')}, ${counted(carts, 'cart')}, ${counted(orders, 'order')}${byWhom}${hidden}`;
}

function limitsOf({ permitted, without_content, complete }: Forecast): string {
  return [
    ...(permitted > 0 ? [`${counted(permitted, 'call')} that were refused would pass.`] : []),
    ...(without_content > 0
      ? [`Of ${counted(without_content, 'older call')} only the agent and the time are known.`]
      : []),
    ...(complete ? [] : ['The log holds more calls than are counted here.']),
  ].join(' ');
}
