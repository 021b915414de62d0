import type { CredentialsCheck } from '../../../client/index.ts';
import type { PlatformName } from '../../../src/store-platforms/presentations.ts';
import { type FieldErrors, saidOnce } from '../../form-errors.ts';
import { useAction } from '../../use-action.ts';
import { useStoreOrganization } from './organization-choice.tsx';

type Credentials = Record<string, string>;

/** Connects the store and starts its catalog import. */
export function useConnect(platform: PlatformName) {
  const organization = useStoreOrganization();
  return useAction(
    'connectStore',
    ({ credentials, slug }: { credentials: Credentials; slug: string }) => ({
      body: { platform, credentials, ...organization, ...(slug === '' ? {} : { slug }) },
    }),
    ['listStores'],
  );
}

/** Errors of the form's fields, as the check has found them. */
export function fieldsOf({ diagnostics }: CredentialsCheck): FieldErrors {
  return saidOnce(
    diagnostics.flatMap(({ level, title, fields = [] }) =>
      level === 'problem' ? fields.map((field) => [field, title] as const) : [],
    ),
  );
}
