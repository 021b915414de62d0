import { IconFlask, IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import type { ListedOrder } from '../../../client/index.ts';
import { UNCOUNTED_AGENTS } from '../../../src/commerce/policy/agents.ts';
import { AgentMark } from './agent-mark.tsx';

type Verified = ListedOrder['agent_verified'];

const PROOFS = {
  ucp_signature: 'Signed by a key of its profile',
  web_bot_auth: 'Signed by a key of its directory (Web Bot Auth)',
  api_key: 'Sent a token of yours',
} as const satisfies Record<NonNullable<Verified>['by'], string>;

/** Agent with its mark, and signs for those that proved who they are and for tests. */
export function AgentName({ agent, verified = null }: { agent: string | null; verified?: Verified }) {
  const isTest = agent !== null && UNCOUNTED_AGENTS.includes(agent);
  return (
    <span className="agent-name">
      <AgentMark agent={agent} />
      <span>
        {agent ?? 'unknown'}
        {isTest && <TestSign />}
        {!isTest && verified !== null && <VerifiedSign title={`${PROOFS[verified.by]}: ${verified.as}`} />}
      </span>
    </span>
  );
}

function TestSign() {
  return (
    <span title="Test: made by you, by the demo or by this service. Counted while “Show tests” is on.">
      {' '}
      <IconFlask size={14} className="sign" role="img" aria-label="Test" />
    </span>
  );
}

export function VerifiedSign({ title }: { title: string }) {
  return (
    <span title={title}>
      {' '}
      <IconRosetteDiscountCheckFilled size={15} className="sign" data-good role="img" aria-label="Verified" />
    </span>
  );
}
