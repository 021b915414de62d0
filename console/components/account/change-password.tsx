import { saySaved } from '../../saved.ts';
import { useReread } from '../../use-action.ts';
import { required, useWireForm } from '../../use-wire-form.ts';
import { CURRENT_PASSWORD, NEW_PASSWORD } from '../account-fields.ts';
import { Section } from '../panel.tsx';
import { SecretField } from '../text-field.tsx';
import { WireForm } from '../wire-form.tsx';

/** Changes the password; sets the first one of an account that came by single sign-on. */
export function ChangePassword({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const reread = useReread(['listSignInMethods']);
  const wire = useWireForm('changePassword', {
    initial: { current_password: '', new_password: '' },
    validate: {
      new_password: required('a new password'),
      ...(hasPassword ? { current_password: required('your current password') } : {}),
    },
    inputOf: ({ new_password, ...current }) => ({ body: { new_password, ...(hasPassword ? current : {}) } }),
    onDone: (_answer, { reset }) => {
      reset();
      saySaved(`Password ${hasPassword ? 'changed' : 'set'}. Other browsers are signed out.`);
      void reread();
    },
  });
  return (
    <Section
      title="Password"
      lead={
        hasPassword
          ? 'Changing your password signs out every other browser.'
          : 'You have no password yet: you sign in at your identity provider. Set one to sign in without it, too.'
      }
    >
      <WireForm
        wire={wire}
        failure="The password was not saved"
        button={hasPassword ? 'Change password' : 'Set a password'}
      >
        {/* Links the password to the account for password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && <SecretField form={wire.form} {...CURRENT_PASSWORD} />}
        <SecretField form={wire.form} {...NEW_PASSWORD} />
      </WireForm>
    </Section>
  );
}
