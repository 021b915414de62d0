import { Badge } from '@mantine/core';
import type { ListedOrder } from '../../../client/index.ts';
import { UNCOUNTED_AGENTS } from '../../../src/commerce/policy/agents.ts';

type Verified = ListedOrder['agent_verified'];

const PROOFS = {
  ucp_signature: 'Signed by a key of its profile',
  web_bot_auth: 'Signed by a key of its directory (Web Bot Auth)',
  api_key: 'Sent a token of yours',
} as const satisfies Record<NonNullable<Verified>['by'], string>;

/** Marks agents that proved who they are, and tests. */
export function AgentName({ agent, verified = null }: { agent: string | null; verified?: Verified }) {
  if (agent !== null && UNCOUNTED_AGENTS.includes(agent)) {
    return (
      <>
        {agent}{' '}
        <Badge
          color="orange"
          title="Made by you, by the demo or by this service. Counted while “Show tests” is on."
        >
          Test
        </Badge>
      </>
    );
  }
  if (verified === null) return agent ?? 'unknown';
  return (
    <>
      {agent ?? 'unknown'} <VerifiedBadge title={`${PROOFS[verified.by]}: ${verified.as}`} />
    </>
  );
}

export function VerifiedBadge({ title }: { title: string }) {
  return (
    <Badge color="teal" variant="light" title={title}>
      Verified
    </Badge>
  );
}
