export const PLATFORMS = ['shopify', 'woocommerce'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** One row of the contract, and the tests that prove it. */
export interface Row {
  says: string;
  /** Where it must be proven; `any`: it is the same whatever the platform. */
  where: readonly Platform[] | 'any' | 'elsewhere';
  /** `suite › title`, without the names of database and platform. */
  tests: readonly string[];
  /** Why nothing here can prove it. */
  missing?: string;
}

/** A table of the contract, or a page of its rules. */
export interface Part {
  name: string;
  rows: readonly Row[];
}

/** A row that must hold on both platforms. */
export function row(says: string, ...tests: string[]): Row {
  return { says, where: PLATFORMS, tests };
}

/** A row in which no platform has a part. */
export function anywhere(says: string, ...tests: string[]): Row {
  return { says, where: 'any', tests };
}

/** A row that speaks of one platform only. */
export function only(platform: Platform, says: string, ...tests: string[]): Row {
  return { says, where: [platform], tests };
}

/** A row that nothing in this repository can prove yet. */
export function notHereYet(says: string, missing: string): Row {
  return { says, where: 'elsewhere', tests: [], missing };
}

/** Names the tests of one suite. */
export function of(suite: string): (title: string) => string {
  return (title) => `${suite} › ${title}`;
}
