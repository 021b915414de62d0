/** Oldest first. */
export const SUPPORTED_VERSIONS = ['2026-01', '2026-04', '2026-07', '2026-10'] as const;

const OLDEST = SUPPORTED_VERSIONS[0];

/** The version that answers: a missing or unsupported one falls forward to the oldest that is supported. */
export function servedVersion(requested: string | undefined): string {
  if (requested === 'unstable') return requested;
  return SUPPORTED_VERSIONS.find((version) => version === requested) ?? OLDEST;
}
