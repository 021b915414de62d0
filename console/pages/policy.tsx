import { Grid, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy, PolicyRule } from '../api-types.ts';
import { act } from '../api.ts';
import { Guarded } from '../components/guarded.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { ForecastPanel } from '../components/policy/forecast.tsx';
import { RuleForm } from '../components/policy/rule-form.tsx';
import { RuleList } from '../components/policy/rule-list.tsx';
import { RulesJson } from '../components/policy/rules-json.tsx';
import { QueryView } from '../components/query-view.tsx';
import { LeaveGuard, SaveBar } from '../components/save-bar.tsx';
import { saySaved } from '../saved.ts';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

export function PolicyPage() {
  const query = useStoreQuery<Policy>('/policy');
  return (
    <>
      <PageTitle
        lead="What agents may do at your store, and which products they see. Try a rule in shadow mode first: it counts and refuses nothing."
        guide="policy.md"
      >
        Rules
      </PageTitle>
      <QueryView query={query}>{(policy) => <Editor policy={policy} />}</QueryView>
    </>
  );
}

/** Edits a draft; nothing changes for agents until it is saved. Rules that another person saves meanwhile do not replace it. */
function Editor({ policy }: { policy: Policy }) {
  const { currency } = useStore();
  const [base, setBase] = useState(policy);
  const [draft, setDraft] = useState<PolicyRule[]>(policy.rules);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.rules);
  const begin = (from: Policy) => {
    setBase(from);
    setDraft(from.rules);
  };
  if (!isDirty && policy.revision !== base.revision) begin(policy);
  const save = useSaving(base.revision, (saved, sent) => {
    setBase(saved);
    // Rules that were edited while these were saved stay unsaved.
    setDraft((current) => (current === sent ? saved.rules : current));
  });
  const discard = () => {
    save.reset();
    begin(policy);
  };
  return (
    <Stack>
      <LeaveGuard dirty={isDirty} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Guarded endpoint="PUT /stores/{slug}/policy">
            <Stack gap="md">
              <Panel title="Rules">
                <RuleList rules={draft} counts={policy.counts} onChange={setDraft} />
              </Panel>
              <RuleForm rules={draft} currency={currency} timeZone={policy.time_zone} onAdd={setDraft} />
            </Stack>
          </Guarded>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="md">
            <ForecastPanel rules={draft} />
            <RulesJson rules={draft} onImport={setDraft} />
          </Stack>
        </Grid.Col>
      </Grid>
      {isDirty && (
        <SaveBar busy={save.isPending} onDiscard={discard} onSave={() => save.mutate(draft)}>
          <ErrorNotice error={save.error} title="The rules were not saved" />
        </SaveBar>
      )}
    </Stack>
  );
}

function useSaving(revision: string, onSaved: (saved: Policy, sent: PolicyRule[]) => void) {
  const { slug } = useStore();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: PolicyRule[]) => act<Policy>('PUT', storePath(slug, '/policy'), { rules, revision }),
    onSuccess(saved, sent) {
      client.setQueryData(['store', slug, '/policy', {}], saved);
      onSaved(saved, sent);
      saySaved('The rules apply now.');
    },
    // Discarding the draft then shows the rules that another person has saved.
    onError: () => client.invalidateQueries({ queryKey: ['store', slug, '/policy'] }),
  });
}
