/** Reads words that stand in lines. */
export function words(text: string): string[] {
  return text.split(/\s+/);
}
