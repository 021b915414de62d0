import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store.ts';
import type { Actor } from '../storage/repositories/audit.ts';
import { countOrRefuse, signUpLimits } from './login-throttle.ts';
import type { Account, MerchantContext, Visit } from './merchant-context.ts';

/** Who may make an account by themselves: whoever comes, only the very first one, or nobody. */
export type SignUpPolicy = 'open' | 'first' | 'closed';

export interface Installation {
  /** No account was ever made. */
  firstRun: boolean;
  signUp: 'open' | 'closed';
}

export interface SignedIn {
  account: Account;
  /** `Set-Cookie` lines. */
  cookies: string[];
}

export interface NewMerchant {
  name: string;
  email: string;
  password: string;
}

export async function installation({ accounts, signUp }: SignUpContext): Promise<Installation> {
  const firstRun = !(await accounts.hadFirst());
  return { firstRun, signUp: signUp === 'open' || (signUp === 'first' && firstRun) ? 'open' : 'closed' };
}

type SignUpContext = Pick<MerchantContext, 'accounts' | 'signUp'>;

/** Makes an account and signs it in. Throws `forbidden` where sign-up is closed, `conflict` for an e-mail address that has one. */
export async function signUp(visit: Visit, wanted: NewMerchant): Promise<SignedIn> {
  const { context } = visit;
  if ((await installation(context)).signUp === 'closed')
    throw new CommerceError('forbidden', 'Sign-up is closed here. Ask who runs this service for an account.');
  await countOrRefuse(visit, signUpLimits(visit));
  const account = await makeAccount(context, wanted, { onlyFirst: context.signUp === 'first' });
  const begun = await context.signIns.begin(account.email, wanted.password);
  return { account, cookies: begun ? [context.devices.remember(account.email), ...begun.cookies] : [] };
}

/** The same for an operator, whose name stands in the audit log; without one the account made itself. */
export async function makeAccount(
  { accounts, audit, signIns, now, newId }: AccountRepositories,
  { name, email, password }: NewMerchant,
  { onlyFirst = false, actor }: { onlyFirst?: boolean; actor?: Actor } = {},
): Promise<Account> {
  const at = new Date(now()).toISOString();
  const passwordHash = await signIns.hashPassword(password);
  const account = await accounts.create({ id: newId(), name, email, passwordHash }, at, { onlyFirst });
  const by = actor ?? { accountId: account.id, name: account.email };
  await audit.write(
    by,
    { storeId: null, action: 'account.created', details: { account: account.email } },
    at,
  );
  return account;
}

/** By an operator, for a merchant who has forgotten it. Ends all sessions of the account; its tokens stay. */
export async function resetPassword(
  { accounts, audit, signIns, now }: AccountRepositories,
  { id, email }: Account,
  password: string,
  actor: Actor,
): Promise<void> {
  const at = new Date(now()).toISOString();
  await accounts.resetPassword(id, await signIns.hashPassword(password), at);
  const details = { account: email };
  await audit.write(actor, { storeId: null, action: 'account.password_reset', details }, at);
}

/** With its sessions and tokens. Its stores go on, and are nobody's. */
export async function removeAccount(
  { accounts, audit, now }: AccountRepositories,
  { id, email }: Account,
  actor: Actor,
): Promise<void> {
  await accounts.remove(id);
  const details = { account: email };
  await audit.write(
    actor,
    { storeId: null, action: 'account.removed', details },
    new Date(now()).toISOString(),
  );
}

/** By an operator. Whoever had it has it no longer. */
export async function giveStore(
  { accounts, audit, now }: AccountRepositories,
  { id, email }: Account,
  store: Store,
  actor: Actor,
): Promise<void> {
  await accounts.giveStore(id, store.id);
  const details = { account: email };
  await audit.write(
    actor,
    { storeId: store.id, action: 'store.given', details },
    new Date(now()).toISOString(),
  );
}

type AccountRepositories = Pick<MerchantContext, 'accounts' | 'audit' | 'signIns' | 'now' | 'newId'>;
