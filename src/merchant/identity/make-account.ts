import type { z } from 'zod';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { nameOrganizationOfPerson } from '../../commerce/merchant/organization-rules.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { FirstOrganization } from '../../storage/repositories/identity/accounts.ts';
import type { Actor } from '../../storage/repositories/identity/audit.ts';
import type { newMerchant } from '../fields.ts';
import type { MerchantContext } from '../visit.ts';
import { hashNewPassword } from './passwords.ts';

/** The password is undefined for an account that signs in by single sign-on. */
export type NewMerchant = Omit<z.output<typeof newMerchant>, 'password'> & { password: string | undefined };

interface Options {
  onlyFirst?: boolean;
  actor?: Actor;
  invitation?: string | undefined;
  /** Secret of the mailed link of a sign-up. */
  link?: string;
  /** By default true for an operator, who vouches for the address. */
  emailVerified?: boolean;
}

/** Makes an account with an organization of its own, or in the inviting one. Without `actor`, the account made itself. */
export async function makeAccount(context: MerchantContext, merchant: NewMerchant, options: Options = {}) {
  const { accounts, now, newId } = context;
  const { name, email, password, organization } = merchant;
  const { onlyFirst = false, actor, invitation, link, emailVerified = actor !== undefined } = options;
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(context, 'password', password);
  const id = newId();
  const address = normalizeEmail(email);
  const by = actor ?? { accountId: id, name: address, person: name };
  const begins: FirstOrganization =
    invitation === undefined
      ? { organizationId: newId(), name: organization ?? nameOrganizationOfPerson(name) }
      : { invitation, by: { actor: by, action: 'member.joined', details: { account: by.name } } };
  const account = { id, name, email, emailVerified, passwordHash };
  return accounts.create(account, toIso(now()), {
    begins,
    onlyFirst,
    refusals: ACCOUNT_REFUSALS,
    by: { actor: by, action: 'account.created', details: { account: address } },
    ...(link && { link }),
  });
}
