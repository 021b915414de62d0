import type { Organization } from '../../session.ts';

export type Role = Organization['role'];

/** The least powerful one leading. */
export const ROLES: Record<Role, { label: string; can: string }> = {
  analyst: { label: 'Analyst', can: 'Reads everything, changes nothing.' },
  developer: { label: 'Developer', can: 'Connects stores and changes their settings.' },
  admin: { label: 'Admin', can: 'Also manages members, transfers and deletes stores.' },
  owner: { label: 'Owner', can: 'Everything, owners included.' },
};

export function nameOfRole(role: Role): string {
  return ROLES[role].label;
}

/** Choices of the role that a member may give to others. */
export function rolesGivenBy({ role }: Pick<Organization, 'role'>): { value: Role; label: string }[] {
  const roles = Object.keys(ROLES) as Role[];
  return roles
    .filter((each) => role === 'owner' || each !== 'owner')
    .map((value) => ({ value, label: nameOfRole(value) }));
}
