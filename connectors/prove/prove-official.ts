import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import type { Proof } from './proof.ts';
import { proveOfficialOrder } from './prove-official-order.ts';
import { provePermalink } from './prove-permalink.ts';
import { proveSums } from './prove-sums.ts';

/** Requires the proof's own service: another one could not read a profile on this machine. */
export async function proveOfficial(proof: Proof): Promise<void> {
  if (proof.options.service) return;
  const platform = await startAgentPlatform();
  try {
    const official = { ...proof, ucp: ucpAgent(proof.service, proof.slug, platform) };
    await proveSums(official);
    await provePermalink(official);
    await proveOfficialOrder(official);
  } finally {
    await platform.close();
  }
}
