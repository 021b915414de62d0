import type { Instant } from '../time/time.ts';
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface MailOptions {
  /** Makes a repetition harmless: of mails with the same key, within a week, one is sent. */
  key?: string;
  /** Organization for which it is sent: mails of several are sent round robin. */
  organizationId?: string | undefined;
  /** The mail is not sent after this. By default in three days. */
  expiresAt?: Instant;
}

/** Sends mails in the background, with retries. Absent from the contexts while no mail server is set. */
export interface Mailer {
  /** Resolves once the mail is stored; it is sent within seconds. */
  enqueue(mail: Mail, options?: MailOptions): Promise<void>;
  /** Makes one attempt at once, outside the queue. */
  sendNow(mail: Mail): Promise<MailFailure | undefined>;
}

export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Why a mail was not sent. `isFinal`: the mail server refused it, and would again. */
export interface MailFailure {
  reason: string;
  isFinal: boolean;
}

/** Hands a mail to the mail server; `id` is the same when the mail is sent again. Never throws. */
export type SendMail = (mail: Mail & { id: string }) => Promise<MailFailure | undefined>;

/** Message of the service itself, which belongs to no store or outlives it. */
export type ServiceMessage =
  | { kind: 'mail'; content: Mail }
  /** To a site whose store has lost these credentials by then, or is erased. */
  | { kind: 'unpair'; content: { platform: string; credentials: unknown } };

export type MessageKind = ServiceMessage['kind'];

/** Says at the end of a mail what sent it: its reader may never have heard of this service. */
export function appendSignature(text: string, baseUrl: string): string {
  return `${text}
--
Sent by ucp-host at ${new URL(baseUrl).host}. It lets AI shopping agents search online stores and order there, on behalf of the stores' merchants.
`;
}

const MAX_NAMED = 5;

export function formatNamesInMail(names: readonly string[]): string {
  const list = names.slice(0, MAX_NAMED).map(nameInMail).join(', ');
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${list} and ${more} more` : list;
}

const MAX_NAME = 40;
/** Control, format and direction characters, and what mail programs make links of: slashes, addresses, and dots within words. */
const LINKING = /[\p{Cc}\p{Cf}/\\@]|\bwww\.|\.(?=\S)/giu;

/** Name of a person or an organization as it stands in a mail to another person: short, and without anything to follow. */
export function nameInMail(name: string): string {
  return [...name.replaceAll(LINKING, ' ').replaceAll(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('');
}
