import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useWireForm } from '../use-wire-form.ts';
import { EMAIL } from './account-fields.ts';
import { TextField } from './text-field.tsx';
import { WireForm } from './wire-form.tsx';

interface MailLinkProps {
  /** Mails the link. */
  operation: 'requestPasswordReset' | 'requestSignUp';
  description?: string;
  validate: (email: string) => string | null;
  /** Must not reveal whether the address has an account. */
  sentence: (email: string) => string;
}

/** Asks for a link by mail. */
export function MailLink({ operation, description, validate, sentence }: MailLinkProps) {
  const [sentTo, setSentTo] = useState('');
  const wire = useWireForm(operation, {
    initial: { email: '' },
    validate: { email: validate },
    inputOf: (body) => ({ body }),
    onDone: (_answer, _form, { email }) => setSentTo(email),
  });
  if (sentTo !== '')
    return (
      <Alert color="blue" icon={<IconMail aria-hidden />} title="Check your mail" role="status">
        {sentence(sentTo)}
      </Alert>
    );
  return (
    <WireForm wire={wire} failure="No link was sent" button="Send link" wide>
      <TextField form={wire.form} {...EMAIL} description={description} />
    </WireForm>
  );
}
