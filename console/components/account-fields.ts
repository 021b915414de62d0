import { BOUNDS } from '../bounds.generated.ts';

/** Props of the fields of an account: `<TextField form={form} {...EMAIL} />`. */
export const PERSON_NAME = {
  name: 'name',
  label: 'Your name',
  description: 'Shown in the audit log.',
  autoComplete: 'name',
} as const;

/** Organization that the account begins with. */
export const ORGANIZATION_NAME = {
  name: 'organization',
  label: 'Team or company',
  description: 'Owns your stores. Your team joins it. Leave it empty to name it after you.',
  autoComplete: 'organization',
} as const;

/** Leaves out the organization that was not named. */
export function withoutEmpty<Values extends { organization: string }>({
  organization,
  ...values
}: Values): Omit<Values, 'organization'> & { organization?: string } {
  return organization.trim() === '' ? values : { ...values, organization };
}

/** E-mail address with which the person signs in. */
export const EMAIL = { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'username' } as const;

const LENGTH = `At least ${BOUNDS.signUp.password.minLength} characters.`;

export const FIRST_PASSWORD = {
  name: 'password',
  label: 'Password',
  description: `${LENGTH} A few words in a row make a good password.`,
  autoComplete: 'new-password',
} as const;

export const NEW_PASSWORD = {
  name: 'new_password',
  label: 'New password',
  description: LENGTH,
  autoComplete: 'new-password',
} as const;

export const CURRENT_PASSWORD = {
  name: 'current_password',
  label: 'Current password',
  autoComplete: 'current-password',
} as const;
