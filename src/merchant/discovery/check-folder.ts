import type { StoreDescription } from '../../commerce/store/store.ts';
import { type Diagnostic, toProblemDiagnostic } from './diagnostic.ts';

/** Names the cause why a shop in a folder is not found on its domain. `ownHost`: the store's own, where agents find it. */
export function diagnoseFolder(
  { hosts, folder = '' }: StoreDescription,
  host: string,
  ownHost: string | undefined,
): Diagnostic[] {
  if (folder === '' || !hosts.includes(host)) return [];
  const own =
    ownHost === undefined
      ? 'Give the store a domain of its own under “Custom domains”'
      : `Give agents ${ownHost}, where this store answers`;
  return [
    toProblemDiagnostic('folder', {
      title: 'A shop in a folder cannot answer at the root of its domain.',
      cause: `Agents ask ${host}/.well-known/ucp, which belongs to the site at the root. The shop is at ${host}${folder}.`,
      remedy: `${own}. Or let the site at the root serve the manifest, by one of the recipes.`,
    }),
  ];
}
