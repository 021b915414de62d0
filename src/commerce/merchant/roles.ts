/** Permissions in ascending sequence: each includes the ones before it. */
const PERMISSIONS = ['read', 'manage', 'administer', 'own'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Roles of a member in descending sequence, and the highest permission of each. */
const GRANTED = {
  owner: 'own',
  admin: 'administer',
  developer: 'manage',
  analyst: 'read',
} as const satisfies Record<string, Permission>;

export type Role = keyof typeof GRANTED;
export const ROLES = Object.keys(GRANTED) as [Role, ...Role[]];

/** Scopes of an API token: `manage` may do at stores what its account may, `read` only read; `agent` proves who calls a store. */
export const TOKEN_SCOPES = ['read', 'manage', 'agent'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export function hasPermission(role: Role, needs: Permission): boolean {
  return PERMISSIONS.indexOf(GRANTED[role]) >= PERMISSIONS.indexOf(needs);
}

export function getRolesThatMay(needs: Permission): Role[] {
  return ROLES.filter((role) => hasPermission(role, needs));
}
