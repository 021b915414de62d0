import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { read } from './api.ts';
import type { Organization, Permission, Role } from './api-types.ts';
import { nameOfRole } from './components/team/roles.ts';
import { useOrganizations } from './session.ts';
import { StoreContext } from './store-context.ts';

/** Roles that may call each endpoint, by the service's own definitions. */
function usePermissions() {
  return useQuery({
    queryKey: ['permissions'],
    queryFn: async () => {
      const { items } = await read<{ items: Permission[] }>('/permissions');
      return new Map(items.map(({ endpoint, roles }) => [endpoint, roles]));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** True until the account's roles and their permissions are read, without which no page is shown. */
export function useRolePending(): boolean {
  const [permissions, organizations] = [usePermissions(), useOrganizations()];
  return permissions.isPending || organizations.isPending;
}

/** Returns a function that decides whether a role may call an endpoint: `PUT /stores/{slug}`. False without the list. */
export function useMay(): (role: Role, endpoint: string) => boolean {
  const permissions = usePermissions().data;
  return (role, endpoint) => {
    if (!permissions) return false;
    const roles = permissions.get(endpoint);
    if (!roles) throw new Error(`${endpoint} is no endpoint of a store or an organization.`);
    return roles.includes(role);
  };
}

/**
 * Reason for which the member may not call an endpoint of the organization, by default that of the page's store; undefined for
 * one who may.
 */
export function useRefusal(endpoint: string, organizationId?: string): string | undefined {
  const store = use(StoreContext);
  const may = useMay();
  const permissions = usePermissions().data;
  const id = organizationId ?? store?.organization?.id;
  const organization = useOrganizations().data?.find((each) => each.id === id);
  if (!organization || may(organization.role, endpoint)) return undefined;
  const others = (permissions?.get(endpoint) ?? []).map(nameOfRole).join(' or ');
  return `Your role in ${organization.name} is ${nameOfRole(organization.role)}. This takes the role ${others}.`;
}

/** Returns the organizations in which the account may connect stores, which takes the permission to change them. */
export function useConnectable(): Organization[] {
  const may = useMay();
  return (useOrganizations().data ?? []).filter(({ role }) => may(role, 'PUT /stores/{slug}'));
}
