import type { LanguageWords } from './language-words.ts';
import { splitWords } from './words.ts';

/** Letters of the root, so that "ring" is no form of "r". */
const MIN_ROOT = 3;

/** Returns the function for the other forms that a word may have: "travel", "traveled" … of "traveling". */
export function createInflector({
  endings: text,
  doublesLastLetter,
}: Partial<LanguageWords>): (word: string) => string[] {
  const endings = splitWords(text).map((ending) => (ending === '-' ? '' : ending));
  return (word) => {
    const roots = endings.flatMap((ending) => {
      const root = word.slice(0, word.length - ending.length);
      if (!word.endsWith(ending) || root.length < MIN_ROOT) return [];
      return doublesLastLetter ? getDoubledRoots(root) : [root];
    });
    const forms = new Set(roots.flatMap((root) => endings.map((ending) => root + ending)));
    forms.delete(word);
    return [...forms];
  };
}

/** "run" and "runn" of "runn(ing)", "travel" and "travell" of "travel(er)". */
function getDoubledRoots(root: string): string[] {
  const isDoubled = /([bdfgklmnprt])\1$/.test(root);
  return isDoubled ? [root, root.slice(0, -1)] : [root, root + root.at(-1)];
}
