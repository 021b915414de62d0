/** Oldest first. */
export const SUPPORTED_VERSIONS = ['2026-01', '2026-04', '2026-07', '2026-10'] as const;

const OLDEST = SUPPORTED_VERSIONS[0];

/** The version that answers: a missing or unsupported one falls forward to the oldest that is supported. */
export function servedVersion(asked: string | undefined): string {
  if (asked === 'unstable') return asked;
  return SUPPORTED_VERSIONS.find((version) => version === asked) ?? OLDEST;
}
