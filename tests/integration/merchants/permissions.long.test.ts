import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { MerchantEndpoint } from '../../../src/merchant/action.ts';
import { merchantApi } from '../../../src/merchant/index.ts';
import { withService } from '../../../testing/everywhere.ts';
import { joinAs, type Merchant, organizationOf, signUp, withToken } from '../../../testing/merchant.ts';

type Permission = 'read' | 'manage' | 'administer' | 'own';
type Outcome = 'allowed' | 'forbidden' | 'hidden';

/** Permissions that differ from those of the method: `read` for a GET, `manage` for others. */
const EXCEPTIONS: Record<string, Permission> = {
  'GET /stores/{slug}/export': 'manage',
  // The addresses open the whole catalog.
  'GET /stores/{slug}/feeds': 'manage',
  // Changes nothing.
  'POST /stores/{slug}/policy/preview': 'read',
  'GET /stores/{slug}/offer': 'administer',
  'POST /stores/{slug}/offer': 'administer',
  'DELETE /stores/{slug}/offer': 'administer',
  'PUT /stores/{slug}/organization': 'administer',
  'DELETE /stores/{slug}': 'administer',
  'PUT /organizations/{organization_id}': 'administer',
  'PUT /organizations/{organization_id}/members/{account_id}': 'administer',
  'DELETE /organizations/{organization_id}': 'own',
  'DELETE /organizations/{organization_id}/members/{account_id}': 'read',
  'GET /organizations/{organization_id}/invitations': 'administer',
  'POST /organizations/{organization_id}/invitations': 'administer',
  'DELETE /organizations/{organization_id}/invitations/{invitation_id}': 'administer',
};

/** Endpoints that refuse tokens, besides those of an organization and those that change the account itself. */
const IN_PERSON = [
  'GET /tokens',
  'POST /organizations',
  'POST /invitations/accept',
  'POST /offers/read',
  'POST /offers/accept',
  'POST /stores/{slug}/offer',
  'DELETE /stores/{slug}/offer',
  'PUT /stores/{slug}/organization',
];

const MAY: Record<string, readonly Permission[]> = {
  owner: ['read', 'manage', 'administer', 'own'],
  admin: ['read', 'manage', 'administer'],
  developer: ['read', 'manage'],
  analyst: ['read'],
};
const OTHERS = 'merchant of another organization';
const CREDENTIALS = ['cookie', 'token that manages', 'token that reads'] as const;

const closed = merchantApi.endpoints.filter(({ access }) => access !== 'anyone');

/** One table for all endpoints: a new one is in it by its method, or by a line above. */
withService('permissions', (running) => {
  let organization: string;
  const callers = new Map<string, Merchant>();
  before(async () => {
    const owner = await signUp(running);
    organization = await organizationOf(owner);
    for (const person of [...Object.keys(MAY), OTHERS]) {
      const merchant = person === 'owner' ? owner : await signUp(running);
      if (person in MAY && person !== 'owner') await joinAs(person, owner, merchant);
      callers.set(`${person} by cookie`, merchant);
      for (const scope of ['manage', 'read'] as const)
        callers.set(
          `${person} by token that ${scope}s`,
          await withToken(running, merchant, undefined, scope),
        );
    }
  });

  for (const endpoint of closed) {
    const { route } = endpoint;
    it(`grants exactly the permissions of the table for ${route}`, async () => {
      const outcomes: Record<string, Outcome> = {};
      const table: Record<string, Outcome> = {};
      for (const person of [...Object.keys(MAY), OTHERS])
        for (const credential of CREDENTIALS) {
          const caller = callers.get(`${person} by ${credential}`) ?? assert.fail(credential);
          outcomes[`${person} by ${credential}`] = await ask(caller, route);
          table[`${person} by ${credential}`] = expected(endpoint, person, credential);
        }
      assert.deepEqual(outcomes, table);
    });
  }

  /** Sends a body that is no JSON: it is refused after the permission was checked, and nothing changes. */
  async function ask(caller: Merchant, rest: string): Promise<Outcome> {
    const [method = '', path = ''] = rest.split(' ');
    const address = path
      .replace('{slug}', 'demo-shopify')
      .replace('{organization_id}', organization)
      .replaceAll(/\{\w+\}/g, randomUUID());
    const { status, body } = await caller.send(method, address, method === 'GET' ? undefined : 'no object');
    if (status === 403) return 'forbidden';
    assert.notEqual(status, 401);
    if (status === 404 && /^You have no (?:store|organization) /.test(String(body.error))) return 'hidden';
    if (method !== 'GET') assert.equal(status, 400, JSON.stringify(body));
    return 'allowed';
  }
});

describe('the table of permissions', () => {
  it('names no endpoint that does not exist', () => {
    const routes: string[] = closed.map(({ route }) => route);
    for (const rest of [...Object.keys(EXCEPTIONS), ...IN_PERSON]) assert.ok(routes.includes(rest), rest);
  });

  it('lets no token change the account, its members or who owns a store', () => {
    for (const { route, access, tag, inPerson } of closed) {
      const changesAccount = access === 'account' && tag === 'account' && !route.startsWith('GET ');
      if (changesAccount || access === 'organization' || IN_PERSON.includes(route))
        assert.ok(inPerson, route);
    }
  });
});

function expected(
  { route, access, inPerson }: MerchantEndpoint,
  person: string,
  credential: string,
): Outcome {
  const needs = EXCEPTIONS[route] ?? (route.startsWith('GET ') ? 'read' : 'manage');
  if (inPerson && credential !== 'cookie') return 'forbidden';
  if (credential === 'token that reads' && needs !== 'read') return 'forbidden';
  if (access === 'account') return 'allowed';
  const may = MAY[person];
  if (!may) return 'hidden';
  return may.includes(needs) ? 'allowed' : 'forbidden';
}
