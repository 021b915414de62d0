/** A mail of plain text to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface MailOptions {
  /** Makes a repetition harmless: of mails with the same key, within a week, one is sent. */
  key?: string;
  /** ISO instant after which the mail is not sent any more. By default in three days. */
  expiresAt?: string;
}

/** Sends mails in the background, with retries. Absent from the contexts while no mail server is set. */
export interface Mailer {
  /** Resolves once the mail is stored; it is sent within seconds. */
  enqueue(mail: Mail, options?: MailOptions): Promise<void>;
}

/** Why a mail was not sent. `isFinal`: the mail server refused it, and would again. */
export interface MailFailure {
  reason: string;
  isFinal: boolean;
}

/** Hands a mail to the mail server; `id` is the same when the mail is sent again. Never throws. */
export type SendMail = (mail: Mail & { id: string }) => Promise<MailFailure | undefined>;
