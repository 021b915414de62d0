import { z } from 'zod';
import { getRolesThatMay } from '../commerce/merchant/roles.ts';
import type { MerchantEndpoint } from './action.ts';
import { role } from './fields.ts';
import { listForAccount } from './lists.ts';

const permissionWire = z.object({
  endpoint: z.string().describe('Method and path below `/api/merchant`: `PUT /stores/{slug}`.'),
  roles: z.array(role).describe('Roles that may call it, at the store or in the organization.'),
});

/** Publishes the permissions of other endpoints, so that a client need not offer what answers 403. */
export function createPermissionEndpoints(others: readonly MerchantEndpoint[]): MerchantEndpoint[] {
  const items = others
    .filter(({ access }) => access === 'store' || access === 'organization')
    .map(({ route, needs }) => ({ endpoint: route, roles: getRolesThatMay(needs) }));
  return [
    listForAccount({
      id: 'listPermissions',
      route: 'GET /permissions',
      summary: 'Lists the roles that may call each endpoint of a store or an organization.',
      tag: 'organizations',
      row: permissionWire,
      listItems: async () => items,
    }),
  ];
}
