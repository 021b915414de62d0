import { AUDIT_TEXTS, type AuditAction } from '../commerce/merchant/audit-action.ts';
import { CAPABILITY_TITLES, SWITCHABLE } from '../commerce/store/capabilities.ts';
import { settings } from './stores/settings.ts';

type Details = Record<string, unknown>;

/** Parts of the texts of actions that no template can word; without any part the action has its own text. */
const PARTS: Readonly<Partial<Record<AuditAction, (details: Details) => string[]>>> = {
  'capability.switched': (details) =>
    SWITCHABLE.flatMap((name) =>
      name in details ? `${CAPABILITY_TITLES[name]} switched ${details[name] ? 'on' : 'off'}` : [],
    ),
  'event_endpoint.changed': ({ enabled }) =>
    enabled === undefined ? [] : [`Event endpoint ${enabled ? 'enabled' : 'paused'}`],
  'event_endpoint.disabled': ({ reason }) =>
    reason === 'gone' ? ['Event endpoint disabled, because it answered 410'] : [],
  'store.credentials_changed': ({ members, from, to }) => [
    `Credentials replaced${Array.isArray(members) ? `: ${members.map(toWords).join(', ')}` : ''}`,
    ...fillFrom('address of the shop changed[ from {from}][ to {to}]', from && { from, to }),
  ],
  'store.labeled': ({ labels }) =>
    Array.isArray(labels) && labels.length > 0 ? [`Labels changed to ${labels.join(', ')}`] : [],
  'store.policy_changed': (details) =>
    ['added', 'removed', 'changed'].flatMap((how) => {
      const rules = details[how];
      return Array.isArray(rules) && rules.length > 0 ? `rules ${how}: ${rules.join(', ')}` : [];
    }),
  'store.settings_changed': (details) =>
    settings.flatMap(([name, { audit }]) => (name in details ? changeText(audit, details[name]) : [])),
};

/** Returns an entry of the audit log as a sentence for merchants. */
export function formatAuditText({ action, details }: { action: string; details: Details }): string {
  if (!isAuditAction(action)) return capitalize(toWords(action));
  const parts = PARTS[action]?.(details) ?? [];
  return capitalize(parts.length > 0 ? parts.join('; ') : fillTemplate(AUDIT_TEXTS[action], details));
}

/** False for an action of an earlier version. */
function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_TEXTS, action);
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

/** Turns `store.renamed` and `consumerKey` into "store renamed" and "consumer key". */
function toWords(name: unknown): string {
  return String(name)
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
