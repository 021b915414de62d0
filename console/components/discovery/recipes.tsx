import { Badge, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { GetStoreDiscoveryResponse } from '../../../client/index.ts';
import { getPresentation } from '../../../src/store-platforms/presentations.ts';
import { CodeBlock } from '../code-block.tsx';

type Recipe = GetStoreDiscoveryResponse['recipes'][number];

const KINDS: Record<Recipe['kind'], { label: string; color: string; about: string }> = {
  direct: {
    label: 'Serve directly',
    color: 'green',
    about: 'All agents find you, including those that follow no redirects.',
  },
  redirect: {
    label: 'Redirect',
    color: 'orange',
    about: 'Simpler, but agents that follow no redirects do not find you.',
  },
  advice: { label: 'Good to know', color: 'blue', about: 'Nothing to paste here.' },
};

/** Recipes for each kind of site. */
export function Recipes({ recipes }: { recipes: readonly Recipe[] }) {
  const [id, setId] = useState(recipes[0]?.id ?? '');
  const [kind, setKind] = useState<Recipe['kind']>('direct');
  const ofSite = recipes.filter((recipe) => recipe.id === id);
  const current = ofSite.find((recipe) => recipe.kind === kind) ?? ofSite[0];
  const sites = [...new Map(recipes.map((recipe) => [recipe.id, siteOf(recipe)]))];
  if (!current) return null;
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <Select
          label="Your site runs on"
          data={sites.map(([value, label]) => ({ value, label }))}
          value={id}
          onChange={(value) => setId(value ?? id)}
          allowDeselect={false}
        />
        {ofSite.length > 1 && (
          <SegmentedControl
            aria-label="Method"
            data={ofSite.map((recipe) => ({ value: recipe.kind, label: KINDS[recipe.kind].label }))}
            value={current.kind}
            onChange={setKind}
          />
        )}
      </Group>
      <Group gap="xs" aria-live="polite">
        <Badge color={KINDS[current.kind].color}>{KINDS[current.kind].label}</Badge>
        <Text size="sm">{KINDS[current.kind].about}</Text>
      </Group>
      <CodeBlock label={current.title} code={current.text} wrap={current.kind === 'advice'} />
      {current.note && (
        <Text size="sm" c="dimmed">
          {current.note}
        </Text>
      )}
    </Stack>
  );
}

const SITES: Record<string, string> = {
  wordpress: 'WordPress',
  nginx: 'nginx',
  caddy: 'Caddy',
  apache: 'Apache',
  cloudflare: 'Cloudflare',
  vercel: 'Vercel',
};

function siteOf({ id }: Recipe): string {
  return SITES[id] ?? getPresentation(id).title;
}
