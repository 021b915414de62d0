import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { type AnswerOf, type OperationName, ROUTES } from '../client/index.ts';
import { queryOf } from './api.ts';
import { nameOfRole, type Role } from './components/team/roles.ts';
import { type Organization, useOrganizations } from './session.ts';
import { StoreContext } from './store-context.ts';

/** Roles that may call each operation, by the service's own definitions. */
function usePermissions() {
  return useQuery({
    ...queryOf('listPermissions', {}),
    select: permissionsOf,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type Permissions = (operation: OperationName) => readonly Role[];

function permissionsOf({ items }: AnswerOf<'listPermissions'>): Permissions {
  const roles = new Map(items.map((each) => [each.endpoint, each.roles]));
  return (operation) => {
    const permitted = roles.get(ROUTES[operation].replace('/api/merchant', ''));
    if (!permitted) throw new Error(`${operation} is no operation of a store or an organization.`);
    return permitted;
  };
}

/** True until the account's roles and their permissions are read, without which no page is shown. */
export function useRolePending(): boolean {
  const [permissions, organizations] = [usePermissions(), useOrganizations()];
  return permissions.isPending || organizations.isPending;
}

/** Returns a function that decides whether a role may call an operation. False without the list. */
export function useMay(): (role: Role, operation: OperationName) => boolean {
  const rolesOf = usePermissions().data;
  return (role, operation) => rolesOf?.(operation).includes(role) ?? false;
}

/**
 * Reason for which the member may not call an operation of the organization, by default that of the page's store; undefined for
 * one who may.
 */
export function useRefusal(operation: OperationName, organizationId?: string): string | undefined {
  const store = use(StoreContext);
  const rolesOf = usePermissions().data;
  const id = organizationId ?? store?.organization?.id;
  const organization = useOrganizations().data?.find((each) => each.id === id);
  const roles = rolesOf?.(operation) ?? [];
  if (!organization || roles.includes(organization.role)) return undefined;
  const others = roles.map(nameOfRole).join(' or ');
  return `Your role in ${organization.name} is ${nameOfRole(organization.role)}. This takes the role ${others}.`;
}

/** Returns the organizations in which the account may connect stores, which takes the permission to change them. */
export function useConnectable(): Organization[] {
  const may = useMay();
  return (useOrganizations().data ?? []).filter(({ role }) => may(role, 'updateStore'));
}
