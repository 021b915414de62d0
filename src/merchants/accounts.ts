import { CommerceError } from '../commerce/errors.ts';
import { countOrRefuse, signUps } from './guessing.ts';
import type { Account, MerchantDesk, Visit } from './visit.ts';

/** Who may make an account by themselves: whoever comes, only the very first one, or nobody. */
export type SignUpPolicy = 'open' | 'first' | 'closed';

export interface Installation {
  /** Nobody has an account yet. */
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

export async function installation({ accounts, signUp }: SignUpDesk): Promise<Installation> {
  const firstRun = !(await accounts.hasFirst());
  return { firstRun, signUp: signUp === 'open' || (signUp === 'first' && firstRun) ? 'open' : 'closed' };
}

type SignUpDesk = Pick<MerchantDesk, 'accounts' | 'signUp'>;

/** Makes an account and signs it in. Throws `forbidden` where sign-up is closed, `conflict` for an e-mail address that has one. */
export async function signUp(visit: Visit, wanted: NewMerchant): Promise<SignedIn> {
  const { desk } = visit;
  if ((await installation(desk)).signUp === 'closed')
    throw new CommerceError('forbidden', 'Sign-up is closed here. Ask who runs this service for an account.');
  await countOrRefuse(visit, signUps(visit));
  const account = await makeAccount(desk, wanted, { onlyFirst: desk.signUp === 'first' });
  const begun = await desk.signIns.begin(account.email, wanted.password);
  return { account, cookies: begun?.cookies ?? [] };
}

/** The same for an operator, who is asked nothing. */
export async function makeAccount(
  { accounts, audit, signIns, now, newId }: AccountShelf,
  { name, email, password }: NewMerchant,
  { onlyFirst = false } = {},
): Promise<Account> {
  const at = new Date(now()).toISOString();
  const passwordHash = await signIns.hashPassword(password);
  const account = await accounts.create({ id: newId(), name, email, passwordHash }, at, { onlyFirst });
  await audit.write(
    { accountId: account.id, name: account.email },
    { storeId: null, action: 'account.created' },
    at,
  );
  return account;
}

type AccountShelf = Pick<MerchantDesk, 'accounts' | 'audit' | 'signIns' | 'now' | 'newId'>;
