import { Grid, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GetStorePolicyResponse } from '../../client/index.ts';
import { call, queryOf } from '../api.ts';
import { AllRead } from '../components/all-read.tsx';
import { Guarded } from '../components/guarded.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { ForecastPanel, useForecast } from '../components/policy/forecast.tsx';
import { RuleForm } from '../components/policy/rule-form.tsx';
import { RuleList } from '../components/policy/rule-list.tsx';
import type { PolicyRule } from '../components/policy/rule-text.ts';
import { RulesJson } from '../components/policy/rules-json.tsx';
import { QueryView } from '../components/query-view.tsx';
import { LeaveGuard, SaveBar } from '../components/save-bar.tsx';
import { ShowTests } from '../components/show-tests.tsx';
import { saySaved } from '../saved.ts';
import { useStore, useStoreQuery } from '../store-context.ts';

export function PolicyPage() {
  const query = useStoreQuery('getStorePolicy', {});
  return (
    <>
      <PageTitle
        help="What agents may do at your store, and which products they see. Try a rule in shadow mode first: it counts and refuses nothing."
        guide="policy.md"
        actions={<ShowTests />}
      >
        Rules
      </PageTitle>
      <QueryView query={query}>{(policy) => <Editor policy={policy} />}</QueryView>
    </>
  );
}

/** Edits a draft; nothing changes for agents until it is saved. Rules that another person saves meanwhile do not replace it. */
function Editor({ policy }: { policy: GetStorePolicyResponse }) {
  const { currency } = useStore();
  const [base, setBase] = useState(policy);
  const [draft, setDraft] = useState<PolicyRule[]>(policy.rules);
  const [edited, setEdited] = useState<PolicyRule>();
  const forecast = useForecast(draft);
  // Its mode may have changed meanwhile, or the rule may be gone.
  const current = draft.find(({ id }) => id === edited?.id);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.rules);
  const begin = (from: GetStorePolicyResponse) => {
    setBase(from);
    setDraft(from.rules);
  };
  if (!isDirty && policy.revision !== base.revision) begin(policy);
  const save = useSaving(base.revision, (saved, rules) => {
    setBase(saved);
    // Rules that were edited while these were saved stay unsaved.
    setDraft((current) => (current === rules ? saved.rules : current));
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
          <Guarded operation="updateStorePolicy">
            <Stack gap="md">
              <Panel title="Rules">
                <RuleList rules={draft} counts={policy.counts} onChange={setDraft} onEdit={setEdited} />
              </Panel>
              <RuleForm
                key={current?.id ?? ''}
                rules={draft}
                currency={currency}
                timeZone={policy.time_zone}
                edited={current}
                onDone={(rules) => {
                  setDraft(rules);
                  setEdited(undefined);
                }}
                onCancel={() => setEdited(undefined)}
              />
            </Stack>
          </Guarded>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <AllRead queries={[forecast]}>
            <Stack gap="md">
              <ForecastPanel query={forecast} />
              <RulesJson rules={draft} onImport={setDraft} />
            </Stack>
          </AllRead>
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

function useSaving(revision: string, onSaved: (saved: GetStorePolicyResponse, rules: PolicyRule[]) => void) {
  const { slug } = useStore();
  const client = useQueryClient();
  const { queryKey } = queryOf('getStorePolicy', { slug });
  return useMutation({
    mutationFn: (rules: PolicyRule[]) => call('updateStorePolicy', { slug, body: { rules, revision } }),
    onSuccess(saved, rules) {
      client.setQueryData(queryKey, saved);
      onSaved(saved, rules);
      saySaved('The rules apply now.');
    },
    // Discarding the draft then shows the rules that another person has saved.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
