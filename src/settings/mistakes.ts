import type { z } from 'zod';
import { pickNearestWord } from '../../search/index.ts';
import { getSettingDocs, SETTINGS, toShownValue } from './schema.ts';

type Environment = Record<string, string | undefined>;

/** Describes each wrong setting in one line: its name, its value unless secret, and the values it takes. */
export function describeMistakes({ issues }: z.core.$ZodError, values: Environment): string {
  const names = [...new Set(issues.map(({ path }) => String(path[0])))];
  return names.map((name) => describeMistake(name, values[name] ?? '')).join('\n');
}

export function describeMistake(name: string, value: string): string {
  const { wants, isSecret } = getSettingDocs(name);
  return isSecret
    ? `${name} has ${value.length} characters; it must have ${wants}.`
    : `${name} is "${toShownValue(name, value)}"; it must be ${wants}.`;
}

/** Settings of earlier versions, with the sentence that an operator who still sets one needs. */
const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  MERCHANT_CONCURRENCY: 'A process answers four requests of one account at once.',
  MERCHANT_RATE_LIMIT: 'RATE_LIMIT is the factor for the quotas of merchants, too.',
  METRICS: '/metrics is always served; METRICS_TOKEN protects it.',
  SANDBOX_CURRENCY: 'A file of products, SANDBOX_CATALOG, names the currency of the simulated shops.',
};

export function describeRemovedSettings(values: Environment): string[] {
  const removed = Object.entries(REMOVED_SETTINGS).filter(([name]) => values[name] !== undefined);
  return removed.map(
    ([name, instead]) => `${name} is no setting any more. ${instead} Remove it from your settings.`,
  );
}

/** Shorter names (`PORT`, `HOST`) are too near to variables of other programs. */
const MIN_LENGTH = 5;
const MIN_LENGTH_TWO_TYPOS = 8;

/** Warns of names that are a typo away from a setting, two from eight letters on. */
export function describeMisspeltSettings(values: Environment): string[] {
  const candidates = SETTINGS.filter((name) => name.length >= MIN_LENGTH);
  const warnings = Object.keys(values).flatMap((name) => {
    if (SETTINGS.includes(name) || name in REMOVED_SETTINGS || name.length < MIN_LENGTH) return [];
    const meant = pickNearestWord(name.toUpperCase(), candidates, MIN_LENGTH_TWO_TYPOS);
    if (meant === undefined) return [];
    const isSet = values[meant] !== undefined;
    const hint = isSet ? `; ${meant} is one, and is set.` : `. Did you mean ${meant}?`;
    return [`${name} is not a setting${hint}`];
  });
  const { NODE_ENV: mode = '' } = values;
  const isMisspelt = mode !== 'production' && (mode === 'prod' || pickNearestWord(mode, ['production']));
  return isMisspelt ? [...warnings, `NODE_ENV is "${mode}". Did you mean production?`] : warnings;
}
