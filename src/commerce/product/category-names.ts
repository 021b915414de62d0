import { foldText } from '../text/fold-text.ts';

/** Comparable form of a category's name or path: letter case, accents and spaces around `>` do not count. */
export function categoryName(category: string): string {
  return pathOf(category).join('>');
}

/** Names that a path (`Home > Kitchen`) answers to: each of its names, and each path that it begins with. */
export function categoryNames(category: string): string[] {
  const path = pathOf(category);
  return path.flatMap((name, index) => [name, path.slice(0, index + 1).join('>')]);
}

function pathOf(category: string): string[] {
  return category.split('>').map((name) => foldText(name).trim());
}
