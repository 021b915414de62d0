import type { Transporter } from 'nodemailer';
import type { MailFailure, SendMail } from '../commerce/merchant/mail.ts';
import { isLocalAddress } from './guarded-fetch/addresses.ts';

interface SmtpServer {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** `ucp@example.com` or `Name <ucp@example.com>`. */
  from: string;
}

/** One attempt takes less than the lease of a mail. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
};

/** Sends mails over SMTP. A password is sent over TLS only, except to a server on this machine or in its network. */
export function createSmtpSender({ url, from }: SmtpServer): SendMail {
  const { hostname, username } = new URL(url);
  const domain = from.includes('@') ? (from.split('@').at(-1) ?? '').replace('>', '').trim() : hostname;
  const requireTLS = username !== '' && !isLocalAddress(hostname);
  let loading: Promise<Transporter> | undefined;
  const loadTransport = () => {
    loading ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, requireTLS, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true }),
    );
    return loading;
  };
  return async ({ id, to, subject, text }) => {
    const messageId = `<${id.replaceAll(/[^\w.-]/g, '_')}@${domain}>`;
    try {
      const transport = await loadTransport();
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId });
      return undefined;
    } catch (error) {
      return toMailFailure(error);
    }
  };
}

/** Answers to the sender, a recipient or the content; a refused sign-in is a mistake of the settings, and is repeated. */
const ABOUT_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

function toMailFailure(error: unknown): MailFailure {
  type SmtpError = Error & { code?: string; response?: string; responseCode?: number };
  const { code = '', response, responseCode = 0, message } = error as SmtpError;
  const isFinal = responseCode >= 500 && ABOUT_THE_MAIL.includes(code);
  const words = NO_TLS.test(message) ? NO_TLS_IN_WORDS : (response ?? message);
  return { reason: `${code} ${withoutAddresses(words)}`.trim(), isFinal };
}

/** OpenSSL's words for an answer that is no TLS. */
const NO_TLS = /wrong version number|packet length too long/i;
const NO_TLS_IN_WORDS =
  'The server does not begin with TLS at this port: write smtp:// for STARTTLS, or name the port for TLS, often 465.';

/** Removes e-mail addresses, which are personal data, from the server's words. */
function withoutAddresses(text: string): string {
  const words = text.split(/([\s<>]+)/).map((word) => (word.includes('@') ? '‹address›' : word));
  return words.join('').slice(0, 300);
}
