import { Badge } from '@mantine/core';
import { UNCOUNTED_AGENTS } from '../../../src/commerce/policy/agents.ts';

/** Marks the merchant's own tests, which are not counted. */
export function AgentName({ agent }: { agent: string | null }) {
  if (agent === null || !UNCOUNTED_AGENTS.includes(agent)) return agent ?? 'unknown';
  return (
    <>
      {agent}{' '}
      <Badge color="orange" title="Made by you or by this service. Not counted in any figure.">
        Your test
      </Badge>
    </>
  );
}
