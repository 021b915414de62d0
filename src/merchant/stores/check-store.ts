import { z } from 'zod';
import type { Caller } from '../../commerce/call/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { DESCRIPTION_JOBS } from '../../commerce/job/job-names.ts';
import { CHECKOUT_WALLS, findWall } from '../../commerce/store/checkout-wall.ts';
import { DIAGNOSTIC_LEVELS } from '../../commerce/store/health.ts';
import { isSameShop, type StoreDescription } from '../../commerce/store/store.ts';
import type { AccessDiagnostic } from '../../store-platforms/store-platform.ts';
import { nameObject } from '../../wire/named.ts';
import { textOrNull } from '../fields.ts';
import type { DomainOf } from '../to-wire.ts';
import { type AtStore, getNow, type MerchantContext, mustBeConnected, toFreshCaller } from '../visit.ts';

export const checkReply = nameObject('CredentialsCheck', {
  ok: z.boolean().describe('True when the store can be connected with these credentials.'),
  description: z
    .object({
      name: z.string(),
      currency: z.string(),
      hosts: z.array(z.string()),
      country: textOrNull,
      versions: z.record(z.string(), z.string()),
    })
    .optional(),
  diagnostics: z.array(
    z.object({
      level: z.enum(DIAGNOSTIC_LEVELS),
      title: z.string(),
      remedy: z.string().optional(),
      fields: z.array(z.string()).readonly().optional().describe('Names of the credentials that are wrong.'),
      wall: z
        .enum(CHECKOUT_WALLS)
        .optional()
        .describe(
          'What stands before the checkout; agents tell it to buyers while the last check has found it.',
        ),
    }),
  ),
});

interface StoreCheck extends DomainOf<typeof checkReply> {
  /** Absent when the shop could not be read. */
  description?: StoreDescription;
}

/** Tests credentials against the shop, changing nothing here or there. Throws for an unknown store platform. */
export async function checkStore(
  context: MerchantContext,
  connection: { platform: string; credentials: unknown },
  caller: Caller,
): Promise<StoreCheck> {
  const opened = tryOpen(context, connection.platform, connection.credentials);
  if (Array.isArray(opened)) return { ok: false, diagnostics: opened };
  const diagnostics = await opened.checkAccess(caller);
  if (diagnostics.some(({ level }) => level === 'problem')) return { ok: false, diagnostics };
  try {
    return { ok: true, description: await opened.describeStore(caller), diagnostics };
  } catch (error) {
    // Connecting needs the description, too: a refusal is a problem even when all scopes are granted.
    if (!(error instanceof CommerceError)) throw error;
    return { ok: false, diagnostics: [...diagnostics, { level: 'problem', title: error.message }] };
  }
}

/** Tests the saved credentials of a connected store, and updates its description from the shop's answer. */
export async function checkConnection(at: AtStore): Promise<StoreCheck> {
  mustBeConnected(at);
  const { context, store } = at;
  const credentials = await context.stores.findCredentials(store.id);
  const askedAt = getNow(at);
  const check = await checkStore(context, { platform: store.platform, credentials }, toFreshCaller(at));
  if (check.description && isSameShop(store.description, check.description))
    await context.stores.describe(store, check.description, askedAt, DESCRIPTION_JOBS);
  await context.stores.setCheckoutWall(store, findWall(check.diagnostics));
  return check;
}

function tryOpen({ connecting }: MerchantContext, name: string, credentials: unknown) {
  try {
    return connecting.open(name, credentials).platform;
  } catch (error) {
    // Without details the store platform is unknown: a mistake of the caller, not of the credentials.
    if (!(error instanceof CommerceError) || error.details.length === 0) throw error;
    return error.details.map(
      ({ path, message }): AccessDiagnostic => ({
        level: 'problem',
        ...describeIssue(path, message),
        ...(path === '' ? {} : { fields: [path] }),
      }),
    );
  }
}

function describeIssue(path: string, message: string): { title: string; remedy?: string } {
  if (path === 'url' && /https:\/\//.test(message)) {
    return {
      title: 'The store URL starts with http://, which would send its keys unencrypted.',
      remedy:
        'Enter the URL with https://. If the shop has no https yet, its hosting provider can turn it on; WooCommerce does not accept keys without it.',
    };
  }
  return { title: `${path} ${message}.`.trim() };
}
