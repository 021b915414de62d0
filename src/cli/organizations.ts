import { CommerceError } from '../commerce/errors.ts';
import type { Role } from '../commerce/merchant/roles.ts';
import { giveStore } from '../merchant/organizations/store-transfers.ts';
import { COMMAND_LINE } from '../merchant/visit.ts';
import type { Service } from '../service.ts';
import type { Member, MemberChange, Organization } from '../storage/repositories/organizations.ts';
import { typed } from './command-name.ts';
import { UsageError } from './errors.ts';
import { storeCalled, withService } from './on-service.ts';
import { inColumns } from './table.ts';
import { done } from './terminal.ts';
import { accountOf } from './users.ts';

interface Listed extends Organization {
  members: Member[];
  stores: string[];
}

export const listOrganizations = withService(async ({ context }) => {
  const organizations = (await context.organizations.list()).map(async (organization) => ({
    ...organization,
    members: await context.organizations.members(organization.id),
    stores: (await context.stores.ofOrganization(organization.id)).map(({ slug }) => slug),
  }));
  const rows = await Promise.all(organizations);
  return { data: rows.map(toJson), text: table(rows) };
});

function table(rows: readonly Listed[]): string {
  if (rows.length === 0) return `No organizations yet. See: ${typed('users add --help')}`;
  const cells = rows.map(({ id, name, members, stores }) => [
    id,
    name,
    members.map(({ email, role }) => `${email} (${role})`).join(', '),
    stores.join(' '),
  ]);
  return inColumns(['ID', 'NAME', 'MEMBERS', 'STORES'], cells);
}

function toJson({ id, name, createdAt, members, stores }: Listed) {
  const persons = members.map(({ email, role, since }) => ({ email, role, since }));
  return { id, name, created_at: createdAt, members: persons, stores };
}

export const addOrganization = withService(
  async (service, { name, owner }: { name: string; owner: string }) => {
    const { context } = service;
    const account = await accountOf(service, owner);
    const { email } = account;
    const organization = { id: context.newId(), name, createdAt: nowOf(service) };
    await context.organizations.create(
      organization,
      account.id,
      entry('organization.created', { name, owner: email }),
    );
    const { id, createdAt } = organization;
    const text = `${name} is created with the id ${id}; ${email} is its owner.`;
    return done({ id, name, created_at: createdAt, owner: email }, text);
  },
);

export const removeOrganization = withService(async (service, id: string, { yes }: { yes?: boolean }) => {
  const { name } = await organizationCalled(service, id);
  if (!yes) throw new UsageError(`Add --yes to delete the organization ${name} for all of its members.`);
  const by = entry('organization.deleted', { name });
  await service.context.organizations.remove(id, by, nowOf(service));
  return done({ id, name }, `The organization ${name} is deleted.`);
});

export const setMember = withService(async (service, id: string, given: string, role: Role) => {
  const { name } = await organizationCalled(service, id);
  const { id: accountId, email } = await accountOf(service, given);
  const by = entry('member.set', { account: email, role });
  await service.context.organizations.putMember(changeOf(service, id, accountId, by), role);
  return done({ id, account: email, role }, `${email} is ${role} of ${name}.`);
});

export const removeMember = withService(async (service, id: string, given: string) => {
  const { name } = await organizationCalled(service, id);
  const { id: accountId, email } = await accountOf(service, given);
  const change = changeOf(service, id, accountId, entry('member.removed', { account: email }));
  if (!(await service.context.organizations.removeMember(change)))
    throw new CommerceError('not_found', `${email} is no member of ${name}.`);
  return done({ id, account: email }, `${email} is no member of ${name} any more.`);
});

export const giveToOrganization = withService(
  async (service, id: string, { store: slug }: { store: string }) => {
    const { name } = await organizationCalled(service, id);
    const store = await storeCalled(service, slug);
    await giveStore(service.context, store, id, entry('store.given', { slug, organization: name }));
    return done({ slug, organization: id }, `${name} now owns ${slug}.`);
  },
);

/** Throws `not_found`, naming the command that lists organizations. */
export async function organizationCalled({ context }: Service, id: string): Promise<Organization> {
  const organization = await context.organizations.find(id);
  if (organization) return organization;
  throw new CommerceError(
    'not_found',
    `There is no organization with the id "${id}". See: ${typed('organizations')}`,
  );
}

function changeOf(
  service: Service,
  organizationId: string,
  accountId: string,
  by: MemberChange['by'],
): MemberChange {
  return { organizationId, accountId, mayChangeOwners: true, by, now: nowOf(service) };
}

function entry(action: string, details: Record<string, unknown>) {
  return { actor: COMMAND_LINE, action, details };
}

function nowOf({ context }: Service): string {
  return new Date(context.now()).toISOString();
}
