import { foldText } from '../language/fold-text.ts';

/** Comparable form of a category's name or path: letter case, accents and spaces around `>` do not count. */
export function toCategoryName(category: string): string {
  return splitPath(category).join('>');
}

/** Names that a path (`Home > Kitchen`) answers to: each of its names, and each path that it begins with. */
export function toCategoryNames(category: string): string[] {
  const path = splitPath(category);
  return path.flatMap((name, index) => [name, path.slice(0, index + 1).join('>')]);
}

function splitPath(category: string): string[] {
  return category.split('>').map((name) => foldText(name).trim());
}
