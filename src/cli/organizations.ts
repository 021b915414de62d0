import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Role } from '../commerce/roles.ts';
import { COMMAND_LINE } from '../merchants/at-store.ts';
import { giveStore } from '../merchants/store-transfers.ts';
import type { Member, MemberChange, Organization } from '../storage/repositories/organizations.ts';
import type { Service } from '../service.ts';
import type { Config } from '../config.ts';
import { UsageError } from './errors.ts';
import type { JsonOption } from './declare.ts';
import { onService, storeCalled } from './on-service.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { accountOf, sayDone } from './users.ts';

interface Listed extends Organization {
  members: Member[];
  stores: string[];
}

export async function listOrganizations(config: Config, { json }: JsonOption): Promise<void> {
  const rows = await onService(config, async ({ context }) => {
    const organizations = (await context.organizations.list()).map(async (organization) => ({
      ...organization,
      members: await context.organizations.members(organization.id),
      stores: (await context.stores.ofOrganization(organization.id)).map(({ slug }) => slug),
    }));
    return Promise.all(organizations);
  });
  if (json) return say(JSON.stringify(rows.map(toJson), null, 2));
  if (rows.length === 0) return say(`No organizations yet. See: ${typed('users add --help')}`);
  const cells = rows.map(({ id, name, members, stores }) => [
    id,
    name,
    members.map(({ email, role }) => `${email} (${role})`).join(', '),
    stores.join(' '),
  ]);
  say(inColumns(['ID', 'NAME', 'MEMBERS', 'STORES'], cells));
}

function toJson({ id, name, createdAt, members, stores }: Listed) {
  const persons = members.map(({ email, role, since }) => ({ email, role, since }));
  return { id, name, created_at: createdAt, members: persons, stores };
}

export async function addOrganization(
  config: Config,
  { name, owner, json }: JsonOption & { name: string; owner: string },
): Promise<void> {
  await onService(config, async (service) => {
    const { context } = service;
    const account = await accountOf(service, owner);
    const organization = { id: context.newId(), name, createdAt: nowOf(service) };
    const by = entry('organization.created', { name, owner: account.email });
    await context.organizations.create(organization, account.id, by);
    const { id, createdAt } = organization;
    const words = `${name} is created with the id ${id}; ${account.email} is its owner.`;
    sayDone(json, { id, name, created_at: createdAt, owner: account.email }, words);
  });
}

export async function removeOrganization(
  config: Config,
  id: string,
  { yes, json }: JsonOption & { yes?: boolean },
): Promise<void> {
  await onService(config, async (service) => {
    const { name } = await organizationCalled(service, id);
    if (!yes) throw new UsageError(`Add --yes to delete the organization ${name} for all of its members.`);
    const by = entry('organization.deleted', { name });
    await service.context.organizations.remove(id, by, nowOf(service));
    sayDone(json, { id, name }, `The organization ${name} is deleted.`);
  });
}

export async function setMember(
  config: Config,
  id: string,
  email: string,
  role: Role,
  { json }: JsonOption,
): Promise<void> {
  await onService(config, async (service) => {
    const [organization, account] = [await organizationCalled(service, id), await accountOf(service, email)];
    const by = entry('member.set', { account: account.email, role });
    await service.context.organizations.putMember(changeOf(service, organization, account.id, by), role);
    const words = `${account.email} is ${role} of ${organization.name}.`;
    sayDone(json, { id: organization.id, account: account.email, role }, words);
  });
}

export async function removeMember(
  config: Config,
  id: string,
  email: string,
  { json }: JsonOption,
): Promise<void> {
  await onService(config, async (service) => {
    const [organization, account] = [await organizationCalled(service, id), await accountOf(service, email)];
    const by = entry('member.removed', { account: account.email });
    const change = changeOf(service, organization, account.id, by);
    if (!(await service.context.organizations.removeMember(change)))
      throw new CommerceError('not_found', `${account.email} is no member of ${organization.name}.`);
    const words = `${account.email} is no member of ${organization.name} any more.`;
    sayDone(json, { id: organization.id, account: account.email }, words);
  });
}

export async function giveToOrganization(
  config: Config,
  id: string,
  { store: slug, json }: JsonOption & { store: string },
): Promise<void> {
  await onService(config, async (service) => {
    const organization = await organizationCalled(service, id);
    const store = await storeCalled(service, slug);
    const by = entry('store.given', { slug, organization: organization.name });
    await giveStore(service.context, store, organization.id, by);
    sayDone(json, { slug, organization: organization.id }, `${organization.name} now owns ${slug}.`);
  });
}

/** Throws `not_found`, naming the command that lists organizations. */
async function organizationCalled({ context }: Service, id: string): Promise<Organization> {
  const organization = await context.organizations.find(id);
  if (organization) return organization;
  throw new CommerceError(
    'not_found',
    `There is no organization with the id "${id}". See: ${typed('organizations')}`,
  );
}

function changeOf(
  service: Service,
  { id }: Organization,
  accountId: string,
  by: MemberChange['by'],
): MemberChange {
  return { organizationId: id, accountId, mayChangeOwners: true, by, now: nowOf(service) };
}

function entry(action: string, details: Record<string, unknown>) {
  return { actor: COMMAND_LINE, action, details };
}

function nowOf({ context }: Service): string {
  return new Date(context.now()).toISOString();
}
