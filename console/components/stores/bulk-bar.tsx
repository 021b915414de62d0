import { Alert, Button, Group, List, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkOutcome, Store } from '../../../client/index.ts';
import { BOUNDS } from '../../bounds.generated.ts';
import { ABOUT_STORES, useReread } from '../../use-action.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { counted } from '../counted.ts';
import { BULK_ACTIONS, runBulk } from './bulk-actions.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  /** Stores that are listed, as the filters leave them. */
  stores: readonly Store[];
  selection: Selection;
}

/** Selects stores, runs an action at them, and reports what happened at each. */
export function BulkBar({ stores, selection }: BulkBarProps) {
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>([]);
  const count = selection.slugs.size;
  const all = stores.map(({ slug }) => slug);
  const isAll = count === all.length;
  return (
    <Stack gap="sm">
      <Paper
        withBorder={count > 0}
        p={count > 0 ? 'sm' : 0}
        component="section"
        aria-label="Actions at several stores"
      >
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => selection.select(all, !isAll)}>
            {isAll ? 'Select none' : `Select all ${all.length.toLocaleString()}`}
          </Button>
          <Text size="sm" role="status" style={{ whiteSpace: 'nowrap' }}>
            {count > 0 && `${count.toLocaleString()} selected`}
          </Text>
          {count > 0 && <Chosen stores={stores} selection={selection} onDone={setOutcomes} />}
        </Group>
      </Paper>
      {outcomes.length > 0 && (
        <Outcomes outcomes={outcomes} stores={stores} onClose={() => setOutcomes([])} />
      )}
    </Stack>
  );
}

interface ChosenProps extends BulkBarProps {
  onDone: (outcomes: BulkOutcome[]) => void;
}

function Chosen({ stores, selection, onDone }: ChosenProps) {
  const reread = useReread([...ABOUT_STORES, 'listStores', 'listStoreFigures']);
  const [value, setValue] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const action = BULK_ACTIONS.find((each) => each.value === value);
  const selectedStores = stores.filter(({ slug }) => selection.slugs.has(slug));
  const run = useMutation({
    mutationFn: async () => {
      const slugs = selectedStores.map(({ slug }) => slug);
      const outcomes = action ? await runBulk(action, slugs, label.trim()) : [];
      await reread();
      return outcomes;
    },
    onSuccess: onDone,
  });
  const isReady = action !== undefined && (!action.takesLabel || label.trim() !== '');
  return (
    <>
      <Select
        aria-label="Action"
        placeholder="Choose an action"
        size="xs"
        data={BULK_ACTIONS.map((each) => ({ value: each.value, label: each.label }))}
        value={value}
        onChange={setValue}
      />
      {action?.takesLabel && (
        <TextInput
          aria-label="Label"
          placeholder="Label"
          size="xs"
          maxLength={BOUNDS.labelStores['add[]'].maxLength}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
      )}
      {isReady && (
        <ConfirmButton
          title={`${action.label}: ${counted(selectedStores.length, 'store')}?`}
          text={
            <>
              <Text size="sm">{action.effect}</Text>
              <Names stores={selectedStores} />
            </>
          }
          confirm={action.label}
          color={action.isRisky ? 'red' : 'indigo'}
          action={{ ...run, mutateAsync: () => run.mutateAsync() }}
          label={`${action.label}…`}
          size="xs"
        />
      )}
    </>
  );
}

const MAX_NAMED = 10;

function Names({ stores }: { stores: readonly Store[] }) {
  const more = stores.length - MAX_NAMED;
  return (
    <List size="sm" mt="xs">
      {stores.slice(0, MAX_NAMED).map(({ slug, name }) => (
        <List.Item key={slug}>
          {name} ({slug})
        </List.Item>
      ))}
      {more > 0 && <List.Item>and {more.toLocaleString()} more</List.Item>}
    </List>
  );
}

interface OutcomesProps {
  outcomes: readonly BulkOutcome[];
  stores: readonly Store[];
  onClose: () => void;
}

function Outcomes({ outcomes, stores, onClose }: OutcomesProps) {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length;
  const names = new Map(stores.map(({ slug, name }) => [slug, name]));
  return (
    <Alert
      color={refused > 0 ? 'orange' : 'green'}
      title={
        refused > 0
          ? `${counted(refused, 'store')} refused, ${counted(outcomes.length - refused, 'store')} done`
          : `Done at ${counted(outcomes.length, 'store')}`
      }
      role="status"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <List size="sm" aria-label="What happened">
        {outcomes.map(({ slug, outcome, message }) => (
          <List.Item key={slug} className="break">
            <strong>{names.get(slug) ?? slug}</strong> ({slug}): {outcome === 'refused' ? 'Refused. ' : ''}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
