import { Stack, Text } from '@mantine/core';
import type { Store } from '../../../client/index.ts';
import { timeZoneName } from '../../../src/commerce/time/days.ts';
import { saySaved } from '../../saved.ts';
import { useInstallation } from '../../session.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { ABOUT_STORES, useReread } from '../../use-action.ts';
import { useWireForm } from '../../use-wire-form.ts';
import { ChoiceField } from '../choice-field.tsx';
import { counted } from '../counted.ts';
import { ErrorNotice } from '../notice.tsx';
import { daysFrom } from '../overview/use-period.ts';
import { Section } from '../panel.tsx';
import { LeaveGuard, SaveBar } from '../save-bar.tsx';
import { TextField } from '../text-field.tsx';

const KEPT = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '0', label: 'Forever' },
];

const FRESHNESS = [
  { value: '', label: '1 minute while agents keep the shop busy' },
  { value: '0', label: 'Always ask the shop' },
  { value: '10', label: '10 seconds' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
];

/** Days of the figures beside freshness. */
const SAVED_DAYS = 7;

/** Display name, time zone, retention and freshness. */
export function General() {
  const store = useStore();
  const reread = useReread(ABOUT_STORES);
  const days = store.retention_days === null ? '' : String(store.retention_days);
  const freshness = store.freshness_seconds === null ? '' : String(store.freshness_seconds);
  const { form, submit, busy, dirty, error } = useWireForm('updateStore', {
    initial: {
      name: store.name,
      time_zone: store.chosen_time_zone ?? '',
      retention_days: days,
      freshness_seconds: freshness,
    },
    inputOf({ name, time_zone, retention_days, freshness_seconds }, { isDirty }) {
      const settings = {
        name: name.trim() === '' ? null : name,
        time_zone: time_zone === '' ? null : time_zone,
        retention_days: retention_days === '' ? null : Number(retention_days),
        freshness_seconds: freshness_seconds === '' ? null : Number(freshness_seconds),
      };
      // Another window may have changed the others meanwhile.
      const changes = Object.entries(settings).filter(([field]) => isDirty(field));
      return { slug: store.slug, body: Object.fromEntries(changes) };
    },
    onDone: async (_answer, { resetDirty }, values) => {
      resetDirty(values);
      await reread();
      saySaved('Saved.');
    },
  });
  const { retention_days: byDefault } = useInstallation().data ?? {};
  const choices = [{ value: '', label: defaultLabel(byDefault) }, ...KEPT];
  return (
    <Section title="General">
      <form onSubmit={submit} noValidate>
        <Stack maw={480}>
          <ErrorNotice error={error} title="Your changes were not saved" />
          <TextField
            form={form}
            name="name"
            label="Name"
            description="Shown to agents and in this console. Leave empty to use the platform's name. The store's URL does not change."
            placeholder={store.platform_name}
          />
          <ChoiceField
            form={form}
            name="time_zone"
            label="Time zone"
            description="Days and opening hours of the store are in this time zone. After a change, searches and requests already counted stay on their days."
            data={timeZones(store)}
            searchable
            nothingFoundMessage="No such time zone"
          />
          <ChoiceField
            form={form}
            name="retention_days"
            label="Keep sessions and carts"
            description="Sessions and carts without an order are deleted this long after they end. Orders are kept."
            data={withChoice(choices, days, `${days} days`)}
          />
          <Stack gap={6}>
            <ChoiceField
              form={form}
              name="freshness_seconds"
              label="Show prices without asking the shop"
              description="How old a price may be that searches show. Longer saves calls to your shop. A change that it reports ends this at once, and carts and checkouts always ask it."
              data={withChoice(FRESHNESS, freshness, `${freshness} seconds`)}
            />
            <CatalogReads />
          </Stack>
          <LeaveGuard dirty={dirty} />
          {dirty && <SaveBar busy={busy} onDiscard={form.reset} />}
        </Stack>
      </form>
    </Section>
  );
}

/** Says what freshness saves. */
function CatalogReads() {
  const { time_zone } = useStore();
  const { data } = useStoreQuery('getStoreOverview', daysFrom(SAVED_DAYS, time_zone));
  if (!data) return null;
  const { answered, shop_calls } = data.catalog_reads;
  return (
    <Text size="sm">
      {`In the last ${SAVED_DAYS} days: answered ${counted(answered, 'question')}, asked your shop ${counted(shop_calls, 'time')}.`}
    </Text>
  );
}

/** Adds the present value where it is none of the choices. */
function withChoice(choices: typeof KEPT, value: string, label: string) {
  return choices.some((each) => each.value === value) ? choices : [...choices, { value, label }];
}

/** The shop's own, then those that the browser knows, and the chosen one where it is none of them. */
function timeZones({ chosen_time_zone: ofMerchant, platform_time_zone: ofPlatform }: Store) {
  const zones = new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
    ...(ofMerchant === null ? [] : [ofMerchant]),
  ]);
  const byDefault =
    ofPlatform === null
      ? 'Default (UTC: the shop reports no time zone)'
      : `As in the shop (${labelOf(ofPlatform)})`;
  return [
    { value: '', label: byDefault },
    ...Array.from(zones, (value) => ({ value, label: labelOf(value) })),
  ];
}

/** With spaces, as people type it. */
function labelOf(timeZone: string): string {
  return timeZoneName(timeZone).replaceAll('_', ' ');
}

function defaultLabel(days: number | undefined): string {
  if (days === undefined) return 'Installation default';
  return `Installation default (${days === 0 ? 'forever' : `${days} days`})`;
}
