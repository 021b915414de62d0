import type { AuditAction } from '../commerce/merchant/audit-action.ts';
import { CAPABILITY_TITLES, SWITCHABLE } from '../commerce/store/capabilities.ts';
import { settings } from './stores/settings.ts';

type Details = Record<string, unknown>;

/** Template with `{member}` of the details; a part in brackets is left out without its member. */
type AuditText = string | ((details: Details) => string);

export const AUDIT_TEXTS: Readonly<Record<AuditAction, AuditText>> = {
  'account.address_confirmed': 'E-mail address confirmed',
  'account.created': 'Account created[ for {account}]',
  'account.email_changed': 'E-mail address changed[ from {from}][ to {to}]',
  'account.other_sessions_ended': 'All other sessions signed out[ ({count})]',
  'account.passkey_added': 'Passkey added[: {name}]',
  'account.passkey_removed': 'Passkey removed',
  'account.password_changed': 'Password changed',
  'account.password_reset': 'Password reset[ for {account}]',
  'account.password_set': 'Password set',
  'account.recovery_codes_renewed': 'Recovery codes replaced',
  'account.removed': 'Account removed[: {account}]',
  'account.renamed': 'Account renamed[ from “{from}”][ to “{to}”]',
  'account.restarted':
    'Account begun anew, because its e-mail address was proved for the first time[: {account}]',
  'account.second_factor_disabled': 'Authenticator app removed[ from {account}]',
  'account.second_factor_enabled': 'Authenticator app added',
  'account.session_ended': 'Session signed out',
  'account.single_sign_on_connected': 'Single sign-on connected',
  'account.single_sign_on_disconnected': 'Single sign-on disconnected',
  'capability.switched': (details) =>
    joinSentence(
      SWITCHABLE.flatMap((name) =>
        name in details ? `${CAPABILITY_TITLES[name]} switched ${details[name] ? 'on' : 'off'}` : [],
      ),
      'Capabilities switched',
    ),
  'catalog.import_started': 'Product sync started',
  'domain.added': 'Domain added[: {domain}]',
  'domain.lost': 'Domain lost, because its DNS record is missing[: {domain}]',
  'domain.proof_missing': 'DNS record of a domain missing[: {domain}]',
  'domain.removed': 'Domain removed[: {domain}]',
  'domain.verified': 'Domain verified[: {domain}]',
  'event_endpoint.added': 'Event endpoint added[ at {host}]',
  'event_endpoint.changed': ({ enabled }) =>
    enabled === undefined ? 'Event endpoint changed' : `Event endpoint ${enabled ? 'enabled' : 'paused'}`,
  'event_endpoint.disabled': ({ reason }) =>
    `Event endpoint disabled, because it ${reason === 'gone' ? 'answered 410' : 'failed for three days'}`,
  'event_endpoint.removed': 'Event endpoint removed',
  'event_endpoint.secret_rotated': 'Signing secret of an event endpoint replaced',
  'member.invitation_withdrawn': 'Invitation withdrawn[: {account}]',
  'member.invited': 'Member invited[: {account}][ as {role}]',
  'member.joined': 'Member joined[: {account}][ as {role}]',
  'member.left': 'Member left[: {account}]',
  'member.removed': 'Member removed[: {account}]',
  'member.role_changed': 'Role[ of {account}] changed[ from {from}][ to {to}]',
  'organization.created': 'Organization created[: {name}]',
  'organization.deleted': 'Organization deleted[: {name}]',
  'organization.limit_set': 'Limit set[ of {name}][ to {limit}]',
  'organization.renamed': 'Organization renamed[ from “{from}”][ to “{to}”]',
  'pairing_code.issued': 'Pairing code created',
  'store.connected': 'Store connected[: {name}]',
  'store.credentials_changed': ({ members, from, to }) =>
    [
      `Credentials replaced${Array.isArray(members) ? `: ${members.map(toWords).join(', ')}` : ''}`,
      ...fillFrom('address of the shop changed[ from {from}][ to {to}]', from && { from, to }),
    ].join('; '),
  'store.deleted': 'Store deleted[: {name}][ ({slug})]',
  'store.disconnected': 'Store disconnected',
  'store.exported': 'Data of the store exported',
  'store.feeds_changed': 'Feed settings changed',
  'store.feeds_renewed': 'Addresses of the product feeds replaced',
  'store.labeled': ({ labels }) =>
    Array.isArray(labels) && labels.length > 0 ? `Labels changed to ${labels.join(', ')}` : 'Labels removed',
  'store.paired': 'Store connected by the plugin[ at {site}][ with a code of {account}]',
  'store.paused': 'Store paused',
  'store.policy_changed': (details) =>
    joinSentence(
      (['added', 'removed', 'changed'] as const).flatMap((how) => {
        const rules = details[how];
        return Array.isArray(rules) && rules.length > 0 ? `rules ${how}: ${rules.join(', ')}` : [];
      }),
      'Rules reordered',
    ),
  'store.reconnected': 'Store reconnected',
  'store.resumed': 'Store resumed',
  'store.settings_changed': (details) =>
    joinSentence(
      settings.flatMap(([name, { audit }]) => (name in details ? changeText(audit, details[name]) : [])),
      'Settings changed',
    ),
  'store.transfer_offered': 'Transfer link created',
  'store.transfer_withdrawn': 'Transfer link withdrawn',
  'store.transferred': 'Store[ {slug}] transferred[ from {from}][ to {to}]',
  'store.unpaired': 'Store disconnected by the plugin',
  'token.created': 'API token created[: {name}]',
  'token.revoked': 'API token revoked',
  'webhooks.resubscribed': 'Webhook repair started',
};

const TEXTS: ReadonlyMap<string, AuditText> = new Map(Object.entries(AUDIT_TEXTS));

/** Returns an entry of the audit log as a sentence for merchants. */
export function formatAuditText({ action, details }: { action: string; details: Details }): string {
  const text = TEXTS.get(action);
  if (text === undefined) return capitalize(toWords(action));
  return capitalize(typeof text === 'string' ? fillTemplate(text, details) : text(details));
}

/** Fills in one pass, because values can hold braces and brackets. */
function fillTemplate(template: string, details: Details): string {
  return template.replaceAll(/\[([^[{\]]*)\{(\w+)\}([^[\]]*)\]/g, (_, before, name, after) => {
    const value = details[name];
    return typeof value === 'string' || typeof value === 'number' ? `${before}${value}${after}` : '';
  });
}

/** The change of a flag is its new value. */
function changeText(text: string | ((value: unknown) => string), change: unknown): string[] {
  if (typeof text === 'string') return fillFrom(text, change);
  return [text(typeof change === 'object' && change !== null && 'to' in change ? change.to : change)];
}

function fillFrom(template: string, change: unknown): string[] {
  return typeof change === 'object' && change !== null ? [fillTemplate(template, { ...change })] : [];
}

function joinSentence(parts: readonly string[], otherwise: string): string {
  return parts.length > 0 ? parts.join('; ') : otherwise;
}

/** Turns `store.renamed` and `consumerKey` into "store renamed" and "consumer key". */
function toWords(name: unknown): string {
  return String(name)
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
