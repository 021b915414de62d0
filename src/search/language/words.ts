export function words(text = ''): string[] {
  return text.split(/\s+/).filter(Boolean);
}
