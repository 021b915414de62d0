import { CommerceError } from '../commerce/errors.ts';
import { isSameShop, type StoreDescription } from '../commerce/store.ts';
import { IMPORT_PRODUCTS } from '../operations/store-jobs.ts';
import type { AccessDiagnostic, Caller, StorePlatform } from '../store-platforms/store-platform.ts';
import { type AtStore, callerAt, mustBeConnected, nowAt } from './at-store.ts';
import type { MerchantContext } from './merchant-context.ts';

export interface StoreCheck {
  /** True: the store can be connected with these credentials. */
  ok: boolean;
  /** What the shop says of itself, once that much works. */
  description?: StoreDescription;
  findings: AccessDiagnostic[];
}

/** Tries credentials at the shop itself. Stores nothing, neither here nor there. Throws for a platform that there is not. */
export async function checkStore(
  context: Pick<MerchantContext, 'connecting'>,
  { platform: name, credentials }: { platform: string; credentials: unknown },
  caller: Caller,
): Promise<StoreCheck> {
  const opened = tryOpen(context, name, credentials);
  if (Array.isArray(opened)) return { ok: false, findings: opened };
  const findings = await opened.checkAccess(caller);
  if (findings.some(({ level }) => level === 'problem')) return { ok: false, findings };
  return describe(opened, findings, caller);
}

/**
 * Tries the credentials that are kept of a connected store: what agents are only told the effect of has its cause there. What
 * the shop says of itself is kept.
 */
export async function checkConnection(at: AtStore): Promise<StoreCheck> {
  mustBeConnected(at);
  const { context, store } = at;
  const credentials = await context.stores.credentialsOf(store.id);
  const askedAt = nowAt(at);
  const check = await checkStore(context, { platform: store.platform, credentials }, callerAt(at));
  if (check.description && isSameShop(store.description, check.description))
    await context.stores.describe(store, check.description, askedAt, { kind: IMPORT_PRODUCTS });
  return check;
}

/** Connecting asks this very question: what it refuses is a problem, whatever was found before. */
async function describe(
  platform: StorePlatform,
  findings: AccessDiagnostic[],
  caller: Caller,
): Promise<StoreCheck> {
  try {
    return { ok: true, description: await platform.describeStore(caller), findings };
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    return { ok: false, findings: [...findings, { level: 'problem', title: error.message }] };
  }
}

function tryOpen(
  { connecting }: Pick<MerchantContext, 'connecting'>,
  name: string,
  credentials: unknown,
): StorePlatform | AccessDiagnostic[] {
  try {
    return connecting.open(name, credentials).platform;
  } catch (error) {
    // Without details it is the platform that is not known: a mistake of the caller, no finding.
    if (!(error instanceof CommerceError) || error.details.length === 0) throw error;
    return error.details.map(({ path, message }) => ({ level: 'problem', ...wordsFor(path, message) }));
  }
}

function wordsFor(path: string, message: string): { title: string; remedy?: string } {
  if (path === 'url' && /https:\/\//.test(message)) {
    return {
      title: 'The address of the shop begins with http://, where everybody on the way could read its keys.',
      remedy:
        'Give the address with https://. If the shop has none yet, its hosting provider can turn it on; WooCommerce does not accept keys without it.',
    };
  }
  const field = path === '' ? '' : `${path}: `;
  return { title: `${field}${message}.` };
}
