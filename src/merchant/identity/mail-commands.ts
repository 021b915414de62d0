import { z } from 'zod';
import { toConflictError } from '../../commerce/errors.ts';
import { appendSignature } from '../../commerce/merchant/mail.ts';
import { DAY_MS, formatMinute, toIso } from '../../commerce/time/time.ts';
import { defineForOperator } from '../action.ts';
import { emailAddress } from '../fields.ts';

export const mailCommands = [
  defineForOperator({
    async run({ context }) {
      const state = await context.mails.summarize(toIso(context.now() - DAY_MS));
      return {
        sends_mail: context.mailer !== undefined,
        queued: state.queued,
        queued_since: state.queuedSince,
        next_attempt_at: state.nextAttemptAt,
        sent_in_a_day: state.sent,
        failed_in_a_day: state.failed,
        last_failure: state.lastFailure,
      };
    },
    command: {
      name: 'mail status',
      summary: 'Show how many mails wait, were sent and failed, and the last failure',
      prints: {
        details: (state) => [
          ['mail', state.sends_mail ? 'on' : 'off: set SMTP_URL and MAIL_FROM'],
          [
            'queued',
            state.queued_since === null ? '0' : `${state.queued}, since ${formatMinute(state.queued_since)}`,
          ],
          ['next attempt', state.next_attempt_at === null ? '-' : formatMinute(state.next_attempt_at)],
          ['sent in 24 hours', String(state.sent_in_a_day)],
          ['given up in 24 hours', String(state.failed_in_a_day)],
          [
            'last failure',
            state.last_failure === null
              ? 'none in 7 days'
              : `${formatMinute(state.last_failure.at)}: ${state.last_failure.reason}`,
          ],
        ],
      },
    },
  }),

  defineForOperator({
    input: z.object({ email: emailAddress }),
    async run(visit, { email }) {
      const { mailer, baseUrl } = visit.context;
      if (!mailer) throw toConflictError('This service sends no e-mail. Set SMTP_URL and MAIL_FROM.');
      const text =
        'This is a test mail. An operator of the service has sent it to see whether mails arrive.\n';
      const mail = { to: email, subject: 'Test mail', text: appendSignature(text, baseUrl()) };
      const failure = await mailer.sendNow(mail);
      if (failure) throw toConflictError(`The mail server did not take the mail: ${failure.reason}`);
      return { email };
    },
    command: {
      name: 'mail test',
      summary: 'Send a test mail at once, and tell what the mail server says',
      examples: ['mail test ann@shop.example'],
      members: { email: ['<e-mail>', 'address that gets it'] },
      prints: { done: ({ email }) => `The mail server took a test mail to ${email}.` },
    },
  }),
];
