import { getSettingDocs } from './schema.ts';

/** Value of a setting as it may be printed: secrets and passwords of URLs are masked. */
export function toShownValue(name: string, value: string): string {
  if (getSettingDocs(name).isSecret) return '••••••••';
  return value
    .replace(/^(\w+:\/\/[^:@/]*):(?!\d+\/).*@/s, '$1:••••@')
    .replace(/([?&]password=)[^&]*/i, '$1••••');
}
