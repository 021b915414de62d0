import { List } from '@mantine/core';
import type { Organization } from '../../session.ts';
import { limitText, useLimits } from '../limit-line.tsx';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';

/** Lists the limits of an organization; nothing where there are none. */
export function Limits({ organization }: { organization: Organization }) {
  const limits = useLimits(organization.id);
  if (limits.data?.items.every(({ limit }) => limit === null)) return null;
  return (
    <Section title="Limits" lead="The operator of this service can raise them for your organization.">
      <QueryView query={limits}>
        {({ items }) => (
          <List size="sm">
            {items.map((each) => {
              const text = limitText(each);
              return text === undefined ? null : <List.Item key={each.name}>{text}</List.Item>;
            })}
          </List>
        )}
      </QueryView>
    </Section>
  );
}
