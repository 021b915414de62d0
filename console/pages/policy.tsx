import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy, PolicyRule } from '../api-types.ts';
import { act } from '../api.ts';
import { ErrorNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Panel } from '../components/panel.tsx';
import { ForecastPanel } from '../components/policy/forecast.tsx';
import { RuleForm } from '../components/policy/rule-form.tsx';
import { RuleList } from '../components/policy/rule-list.tsx';
import { RulesJson } from '../components/policy/rules-json.tsx';
import { QueryView } from '../components/query-view.tsx';
import { saySaved } from '../saved.ts';
import { storePath, useStore, useStoreQuery } from '../store-context.ts';

export function PolicyPage() {
  const query = useStoreQuery<Policy>('/policy');
  return (
    <>
      <PageTitle lead="What agents may do at your store, and which products they see. Try a rule in the shadow first: it is counted and refuses nothing.">
        Rules
      </PageTitle>
      <QueryView query={query}>{(policy) => <Editor key={policy.revision} policy={policy} />}</QueryView>
    </>
  );
}

/** Edits a draft; nothing changes for agents until it is saved. */
function Editor({ policy }: { policy: Policy }) {
  const { currency } = useStore();
  const [draft, setDraft] = useState<PolicyRule[]>(policy.rules);
  const save = useSaving(policy.revision);
  const isChanged = draft !== policy.rules;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="md">
          <Panel title="Rules">
            <Stack gap="md">
              <ErrorNotice error={save.error} title="The rules were not saved" />
              <RuleList rules={draft} counts={policy.counts} onChange={setDraft} />
              <Group>
                <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate(draft)}>
                  Save rules
                </Button>
                <Button variant="default" disabled={!isChanged} onClick={() => setDraft(policy.rules)}>
                  Discard changes
                </Button>
                {isChanged && (
                  <Text size="sm" c="dimmed">
                    Not saved yet
                  </Text>
                )}
              </Group>
            </Stack>
          </Panel>
          <RuleForm rules={draft} currency={currency} timeZone={policy.time_zone} onAdd={setDraft} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack gap="md">
          <ForecastPanel rules={draft} />
          <RulesJson rules={draft} onImport={setDraft} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function useSaving(revision: string) {
  const { slug } = useStore();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: PolicyRule[]) => act<Policy>('PUT', storePath(slug, '/policy'), { rules, revision }),
    onSuccess(saved) {
      client.setQueryData(['store', slug, '/policy', {}], saved);
      saySaved('The rules apply now.');
    },
  });
}
