import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { ServerCertificate } from './test-authority.ts';

interface ReceivedMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  messageId: string;
  /** True over TLS. */
  isSecure: boolean;
}

/** Real SMTP server of a test. */
export interface MailServer {
  /** Settings with which a service sends its mails here. */
  settings: { SMTP_URL: string; MAIL_FROM: string };
  mails: ReceivedMail[];
  /** Returns the answer to a recipient: an SMTP error with this code, or acceptance. Called for each recipient. */
  refuse: (address: string) => number | undefined;
  /** When true, connections are cut after the mail is accepted, before the sender hears of it. */
  isCutOff: boolean;
  close(): Promise<void>;
}

const USER = 'ucp-host';
const PASSWORD = 'smtp-password';

/** With a certificate the server offers STARTTLS, and takes a password only after it. */
export async function startMailServer(
  certificate?: Pick<ServerCertificate, 'cert' | 'key'>,
): Promise<MailServer> {
  const running = { mails: [], refuse: () => undefined, isCutOff: false } as Pick<
    MailServer,
    'mails' | 'refuse' | 'isCutOff'
  >;
  const server: SMTPServer = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    ...certificate,
    hideSTARTTLS: certificate === undefined,
    allowInsecureAuth: certificate === undefined,
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(null, { user: USER });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const responseCode = running.refuse(address);
      done(
        responseCode === undefined ? null : Object.assign(new Error(`no ${address} here`), { responseCode }),
      );
    },
    onData(stream, session, done) {
      simpleParser(stream).then(({ subject = '', text = '', messageId = '', from }) => {
        const [to] = session.envelope.rcptTo;
        const isSecure = session.secure === true;
        running.mails.push({
          ...{ to: to?.address ?? '', from: from?.text ?? '' },
          ...{ subject, text, messageId, isSecure },
        });
        if (running.isCutOff) for (const connection of server.connections) connection.close();
        else done();
      }, done);
    },
  });
  // A client that refuses the certificate ends its connection with an error.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(running, {
    settings: {
      SMTP_URL: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}`,
      MAIL_FROM: 'Shops <ucp@example.com>',
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
