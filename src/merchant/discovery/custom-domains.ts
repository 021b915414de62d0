import { randomBytes } from 'node:crypto';
import { CommerceError } from '../../commerce/errors.ts';
import { domainNameOf, MAX_DOMAINS, type StoreDomain } from '../../commerce/store/store-domain.ts';
import { quoted } from '../../commerce/text/quoted.ts';
import { type AtStore, mustBeConnected } from '../at-store.ts';
import { nowOf } from '../visit.ts';
import { type CustomDomainCheck, checkCustomDomain } from './check-custom-domain.ts';

/**
 * Claims a domain for the store and returns the DNS record that verifies it. Idempotent, also when raced: there is one claim with
 * one token. Other stores may claim the domain until one verifies it.
 */
export async function addDomain(
  at: AtStore,
  typed: string,
): Promise<{ domain: StoreDomain; added: boolean }> {
  mustBeConnected(at);
  const { context, store, actor } = at;
  const name = nameOfDomain(at, typed);
  const token = `ucp-host=${randomBytes(24).toString('base64url')}`;
  const claim = { id: context.newId(), storeId: store.id, name, token };
  const outcome = await context.customDomains.add(claim, { actor, now: nowOf(at), max: MAX_DOMAINS });
  if (outcome === 'gone') throw new CommerceError('conflict', 'The store has just been disconnected.');
  if (outcome === 'too_many') throw tooMany();
  const domain = await domainCalled(at, name);
  if (outcome === 'added') context.wake();
  return { domain, added: outcome === 'added' };
}

/** Checks the domain now, as the recurring job does. Throws `not_found` for a domain that the store has not claimed. */
export async function verifyDomain(at: AtStore, typed: string): Promise<CustomDomainCheck> {
  mustBeConnected(at);
  const claim = await domainCalled(at, nameOfDomain(at, typed));
  const look = await checkCustomDomain(at.context, at.store, claim, at.actor);
  if (!look) throw notThere(claim.name);
  return look;
}

/** Removes the domain in every process at once. Throws `not_found` for a domain that the store has not claimed. */
export async function removeDomain(at: AtStore, typed: string): Promise<void> {
  const name = nameOfDomain(at, typed);
  const { context, store, actor } = at;
  if (!(await context.customDomains.remove(store.id, name, actor, nowOf(at)))) throw notThere(name);
}

async function domainCalled({ context, store }: AtStore, name: string): Promise<StoreDomain> {
  const domain = await context.customDomains.find(store.id, name);
  if (!domain) throw notThere(name);
  return domain;
}

function nameOfDomain({ context }: AtStore, typed: string): string {
  return domainNameOf(typed, context.tenantHosts.names());
}

function notThere(name: string): CommerceError {
  return new CommerceError('not_found', `This store has no domain ${quoted(name, 255)}. Add it first.`);
}

function tooMany(): CommerceError {
  const message = `A store can have up to ${MAX_DOMAINS} custom domains. Remove one first.`;
  return new CommerceError('conflict', message, { details: [{ path: 'domain', message }] });
}
