import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../commerce/paging/max-entries.ts';
import type { MerchantContext } from '../visit.ts';
import { findValidToken } from './tokens.ts';

type Members = 'accounts' | 'apiTokens' | 'organizations' | 'stores' | 'now';

interface Agent {
  id: string;
  name: string;
}

const MAX_KNOWN = 5_000;
/** A revoked token makes its agent known for this long. */
const KNOWN_MS = 10_000;

/** Finds the agents that merchants have given tokens for; undefined for a token of no use at the store. */
export function createAgentFinder(context: Pick<MerchantContext, Members>) {
  const agents = new LRUCache<string, { agent: Agent | undefined }>({
    ...limitEntries(MAX_KNOWN),
    ttl: KNOWN_MS,
  });
  return async (secret: string, slug: string): Promise<Agent | undefined> => {
    const key = hash('sha256', `${secret} ${slug}`, 'base64url');
    const cached = agents.get(key);
    if (cached) return cached.agent;
    const agent = await findAgentOfToken(context, secret, slug);
    agents.set(key, { agent });
    return agent;
  };
}

async function findAgentOfToken(context: Pick<MerchantContext, Members>, secret: string, slug: string) {
  const valid = await findValidToken(context, secret);
  const store = valid?.token.scope === 'agent' ? await context.stores.find(slug) : undefined;
  if (!valid || !store?.organizationId) return undefined;
  const { id, name, onlyStores } = valid.token;
  const role = await context.organizations.roleOf(store.organizationId, valid.account.id);
  return role && (onlyStores?.includes(store.id) ?? true) ? { id, name } : undefined;
}
