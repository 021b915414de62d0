import { call } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { longEnough, required, useWireForm } from '../../use-wire-form.ts';
import { CURRENT_PASSWORD, NEW_PASSWORD } from '../account-fields.ts';
import { Section } from '../panel.tsx';
import { SecretField } from '../text-field.tsx';
import { WireForm } from '../wire-form.tsx';

export function ChangePassword({ email }: { email: string }) {
  const wire = useWireForm({
    initial: { current_password: '', new_password: '' },
    validate: { current_password: required('your current password'), new_password: longEnough },
    send: (body) => call('changePassword', { body }),
    onDone: (_answer, { reset }) => {
      reset();
      saySaved('Password changed. Other browsers are signed out.');
    },
  });
  return (
    <Section title="Password" lead="Changing your password signs out every other browser.">
      <WireForm wire={wire} failure="The password was not changed" button="Change password">
        {/* Links the password to the account for password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <SecretField form={wire.form} {...CURRENT_PASSWORD} />
        <SecretField form={wire.form} {...NEW_PASSWORD} description="At least 10 characters." />
      </WireForm>
    </Section>
  );
}
