import type { PlatformName } from '../../../src/store-platforms/presentations.ts';
import { useAction } from '../../use-action.ts';
import { act } from '../../api.ts';
import type { CredentialsCheck, StoreSummary } from '../../api-types.ts';
import { type FieldErrors, saidOnce } from '../../form-errors.ts';
import { useStoreOrganization } from './organization-choice.tsx';

type Credentials = Record<string, string>;

/** Tests the credentials against the shop without saving them. */
export function checkCredentials(
  platform: PlatformName,
  credentials: Credentials,
): Promise<CredentialsCheck> {
  return act('POST', '/stores/check', { platform, credentials });
}

/** Connects the store and starts its catalog import. */
export function useConnect(platform: PlatformName) {
  const organization = useStoreOrganization();
  return useAction(
    async ({ credentials, slug }: { credentials: Credentials; slug: string }) =>
      (
        await act<{ store: StoreSummary }>('POST', '/stores', {
          platform,
          credentials,
          ...organization,
          ...(slug === '' ? {} : { slug }),
        })
      ).store,
    [['stores']],
  );
}

/** Errors of the form's fields, as the check has found them. */
export function fieldsOf({ findings }: CredentialsCheck): FieldErrors {
  return saidOnce(
    findings.flatMap(({ level, title, fields = [] }) =>
      level === 'problem' ? fields.map((field) => [field, title] as const) : [],
    ),
  );
}
