import { LIMIT_NOUNS, type LimitName, type LimitUse } from '../commerce/merchant/organization-limits.ts';
import { COMMAND_LINE } from '../merchant/visit.ts';
import { UsageError } from './errors.ts';
import { withService } from './on-service.ts';
import { organizationCalled } from './organizations.ts';
import { inColumns } from './table.ts';
import { done } from './terminal.ts';

export const showLimits = withService(async (service, id: string) => {
  await organizationCalled(service, id);
  const uses = await service.context.organizationLimits.usesOf(id);
  return { data: uses, text: inColumns(['NAME', 'USED', 'LIMIT', 'COUNTS'], uses.map(cells)) };
});

function cells({ name, used, limit }: LimitUse): string[] {
  return [name, String(used), limit === null ? 'none' : String(limit), LIMIT_NOUNS[name]];
}

export const setLimit = withService(async (service, id: string, name: LimitName, given: string) => {
  const organization = await organizationCalled(service, id);
  const limit = readLimit(given);
  const { organizationLimits, now } = service.context;
  const by = { actor: COMMAND_LINE, action: 'organization.limit_set', details: { name, limit: given } };
  await organizationLimits.set(id, name, limit, { by, now: new Date(now()).toISOString() });
  const words =
    limit === null ? 'no limit' : limit === undefined ? "the installation's limit" : `up to ${limit}`;
  return done({ id, name, limit: limit ?? null }, `${organization.name}: ${words} for ${LIMIT_NOUNS[name]}.`);
});

/** Null: no limit; undefined: the installation's. */
function readLimit(text: string): number | null | undefined {
  if (text === 'default') return undefined;
  if (text === 'none') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`The limit must be a whole number, none or default, not "${text}".`);
}
