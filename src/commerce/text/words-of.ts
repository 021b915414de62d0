const MAX_WORDS = 8;

/** Words of what a person typed into a search box; further ones are left out, since each is looked for by itself. */
export function splitQueryWords(text: string): string[] {
  return text.trim().split(/\s+/, MAX_WORDS).filter(Boolean);
}
