import { Grid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Capabilities } from '../api-types.ts';
import { act, inWords } from '../api.ts';
import type { CapabilityName } from '../api-types.ts';
import { CapabilitySwitch } from '../components/capabilities/capability-switch.tsx';
import { MarkedManifest } from '../components/capabilities/marked-manifest.tsx';
import { Guarded } from '../components/guarded.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryView } from '../components/query-view.tsx';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

const NAMES: readonly CapabilityName[] = ['cart', 'order', 'discount', 'fulfillment'];

export function CapabilitiesPage() {
  const query = useStoreQuery<Capabilities>('/capabilities');
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
              <Guarded endpoint="PUT /stores/{slug}/capabilities">
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

function Switches({ switches }: Capabilities) {
  const change = useCapabilityChange();
  return (
    <Panel title="Switches">
      <Stack gap="lg">
        {NAMES.map((name) => (
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
  const key = ['store', slug, '/capabilities', {}];
  return useMutation({
    mutationFn: ({ name, on }: { name: CapabilityName; on: boolean }) =>
      act<Capabilities>('PUT', storePath(slug, '/capabilities'), { [name]: on }),
    onMutate: async ({ name, on }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Capabilities>(key);
      client.setQueryData<Capabilities>(key, (known) => known && switched(known, name, on));
      return { before };
    },
    onError: (error, { name }, kept) => {
      client.setQueryData(key, kept?.before);
      notifications.show({ color: 'red', title: `“${name}” was not changed`, message: inWords(error) });
    },
    onSuccess: (answer) => client.setQueryData(key, answer),
    onSettled: () => client.invalidateQueries({ queryKey: ['store', slug] }),
  });
}

function switched({ switches }: Capabilities, name: CapabilityName, on: boolean): Capabilities {
  return { switches: { ...switches, [name]: { ...switches[name], on } } };
}

function Preview({ switches }: Capabilities) {
  const path = '/capabilities/preview';
  const asSet = Object.fromEntries(NAMES.map((name) => [name, switches[name].on ? 'on' : 'off']));
  const allOn = Object.fromEntries(NAMES.map((name) => [name, 'on']));
  const whole = useStoreQuery<{ manifest: object }>(path, allOn);
  const present = useStoreQuery<{ manifest: object }>(path, asSet, { keepPrevious: true });
  return (
    <Panel title="Manifest preview">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Lines that your switches remove are marked with a minus. Agents may cache the manifest for a minute.
        </Text>
        <QueryView query={whole}>
          {(all) => (
            <QueryView query={present}>
              {(shown) => <MarkedManifest whole={all.manifest} present={shown.manifest} />}
            </QueryView>
          )}
        </QueryView>
      </Stack>
    </Panel>
  );
}
