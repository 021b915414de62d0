import type { Organization } from '../../session.ts';

export type Role = Organization['role'];

/** Choices of a role, the least powerful one leading. */
export const ROLES: { value: Role; label: string; can: string }[] = [
  { value: 'analyst', label: 'Analyst', can: 'Reads everything, changes nothing.' },
  { value: 'developer', label: 'Developer', can: 'Connects stores and changes their settings.' },
  { value: 'admin', label: 'Admin', can: 'Also manages members, transfers and deletes stores.' },
  { value: 'owner', label: 'Owner', can: 'Everything, owners included.' },
];

export function nameOfRole(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}

/** Roles that a member may give to others. */
export function rolesGivenBy({ role }: Pick<Organization, 'role'>) {
  return ROLES.filter(({ value }) => role === 'owner' || value !== 'owner');
}
