import { Grid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CapabilitySwitches } from '../../client/index.ts';
import { SWITCHABLE, type SwitchableCapability } from '../../src/commerce/store/capabilities.ts';
import { call, inWords, queryOf } from '../api.ts';
import { CapabilitySwitch } from '../components/capabilities/capability-switch.tsx';
import { MarkedManifest } from '../components/capabilities/marked-manifest.tsx';
import { Guarded } from '../components/guarded.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useStore, useStoreQuery } from '../store-context.ts';
import { ABOUT_STORES, useReread } from '../use-action.ts';

export function CapabilitiesPage() {
  const query = useStoreQuery('getStoreCapabilities', {});
  return (
    <>
      <PageTitle
        guide="contract.md#capabilities"
        lead="What agents can do at your store. Search and checkout are always on. Changes take effect at once and can be undone."
      >
        Capabilities
      </PageTitle>
      <QueryView query={query}>
        {({ switches }) => (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Guarded operation="updateStoreCapabilities">
                <Switches switches={switches} />
              </Guarded>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Preview switches={switches} />
            </Grid.Col>
          </Grid>
        )}
      </QueryView>
    </>
  );
}

function Switches({ switches }: CapabilitySwitches) {
  const change = useCapabilityChange();
  return (
    <Panel title="Switches">
      <Stack gap="lg">
        {SWITCHABLE.map((name) => (
          <CapabilitySwitch
            key={name}
            name={name}
            on={switches[name].on}
            effect={switches[name].effect}
            busy={change.isPending && change.variables.name === name}
            onSwitch={(on) => change.mutate({ name, on })}
          />
        ))}
      </Stack>
    </Panel>
  );
}

/** Shows the new state at once, and the old one again, with the reason, when the service refuses. */
function useCapabilityChange() {
  const { slug } = useStore();
  const client = useQueryClient();
  const reread = useReread(ABOUT_STORES);
  const key = queryOf('getStoreCapabilities', { slug }).queryKey;
  return useMutation({
    mutationFn: ({ name, on }: { name: SwitchableCapability; on: boolean }) =>
      call('updateStoreCapabilities', { slug, body: { [name]: on } }),
    onMutate: async ({ name, on }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(key, (before) => before && switched(before, name, on));
      return { before };
    },
    onError: (error, { name }, context) => {
      client.setQueryData(key, context?.before);
      notifications.show({ color: 'red', title: `“${name}” was not changed`, message: inWords(error) });
    },
    onSuccess: (answer) => client.setQueryData(key, answer),
    onSettled: reread,
  });
}

function switched(
  { switches }: CapabilitySwitches,
  name: SwitchableCapability,
  on: boolean,
): CapabilitySwitches {
  return { switches: { ...switches, [name]: { ...switches[name], on } } };
}

function Preview({ switches }: CapabilitySwitches) {
  const asSet = Object.fromEntries(
    SWITCHABLE.map((name) => [name, switches[name].on ? 'on' : 'off'] as const),
  );
  const allOn = Object.fromEntries(SWITCHABLE.map((name) => [name, 'on'] as const));
  const whole = useStoreQuery('previewStoreCapabilities', allOn);
  const present = useStoreQuery('previewStoreCapabilities', asSet, { keepPrevious: true });
  return (
    <Panel title="Manifest preview">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Lines that your switches remove are marked with a minus. Agents may cache the manifest for a minute.
        </Text>
        <QueryView query={whole}>
          {(all) => (
            <QueryView query={present}>
              {(preview) => <MarkedManifest whole={all.manifest} present={preview.manifest} />}
            </QueryView>
          )}
        </QueryView>
      </Stack>
    </Panel>
  );
}
