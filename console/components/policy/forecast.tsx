import { Code, Loader, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PreviewStorePolicyResponse } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { useStore } from '../../store-context.ts';
import { counted } from '../counted.ts';
import { daysIn } from '../days-in.ts';
import { Help } from '../help.tsx';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { type RankedItem, RankedList } from '../ranked-list.tsx';
import { useTests } from '../show-tests.tsx';
import type { PolicyRule } from './rule-text.ts';

type Forecast = PreviewStorePolicyResponse['forecast'];

/** Reads the effect of the rules on the log of the last 14 days. */
export function useForecast(rules: readonly PolicyRule[]) {
  const { slug } = useStore();
  const { tests } = useTests();
  return useQuery({
    ...queryOf('previewStorePolicy', { slug, body: { rules: [...rules], tests } }),
    placeholderData: keepPreviousData,
  });
}

/** Effect of the rules, before any of them is saved. */
export function ForecastPanel({ query }: { query: ReturnType<typeof useForecast> }) {
  const { time_zone: timeZone } = useStore();
  const { tests } = useTests();
  return (
    <Panel
      title="What these rules would have done"
      help={
        <Help about="the forecast">
          {`The calls of the last 14 days, played again under these rules. Rules in shadow mode count as if they were on. ${tests === 'include' ? 'Tests count too.' : 'Tests do not count.'} ${daysIn(timeZone)}`}
        </Help>
      }
      beside={query.isPlaceholderData && <Loader size="xs" aria-hidden />}
    >
      <QueryView query={query}>{(preview) => <ForecastText {...preview} />}</QueryView>
    </Panel>
  );
}

function ForecastText({ forecast, changes }: PreviewStorePolicyResponse) {
  const { refused, calls } = forecast;
  const carts = refused.carts > 0 ? ` and ${counted(refused.carts, 'cart')}` : '';
  return (
    <Stack gap="xs">
      <Text role="status" size="sm" fw={500}>
        {forecast.rules.length === 0
          ? 'Nothing is refused without a rule.'
          : `${counted(refused.sessions, 'session')}${carts} refused, ${refused.orders} of them became ${refused.orders === 1 ? 'an order' : 'orders'}. ${refused.calls} of ${counted(calls, 'call')} of the last 14 days refused.`}
      </Text>
      <RankedList label="Calls refused by each rule" items={forecast.rules.map(toItem)} />
      <Text size="sm">{changesText(changes)}</Text>
      {limitsOf(forecast) !== '' && (
        <Text size="xs" c="dimmed">
          {limitsOf(forecast)}
        </Text>
      )}
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

function toItem(each: Forecast['rules'][number]): RankedItem {
  const { rule, calls, sessions, carts, orders, agents, products, shown: times } = each;
  const earlier = each.taken.map(
    ({ rule: by, calls: more }) => `${by} takes ${counted(more, 'more call')} first`,
  );
  const details = [
    counted(sessions, 'session'),
    counted(carts, 'cart'),
    counted(orders, 'order'),
    ...(products > 0 ? [`hides ${counted(products, 'product')} that searches showed ${times} times`] : []),
    ...earlier,
  ];
  return {
    key: rule,
    name: (
      <>
        <Code>{rule}</Code> {agents.map(({ agent }) => agent).join(', ')}
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
          {details.join(' · ')}
        </Text>
      </>
    ),
    value: counted(calls, 'call'),
    weight: calls,
  };
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
