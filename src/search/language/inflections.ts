/** Endings of one verb and of the nouns made of it, folded; `-` is none. A word with one of them may stand for those with the others. */
const ENDINGS: Record<string, readonly string[]> = {
  en: endings('- ing ed er e'),
  de: endings('- en end t er e ung'),
  fr: endings('- er e ant ee age'),
  es: endings('- ar er ir ando iendo ado ido a o'),
  it: endings('- are ere ire ando endo ato ito a o'),
  nl: endings('- en end t er e ing'),
  pt: endings('- ar er ir ando endo indo ado ido a o'),
  sv: endings('- a ar ade at ande ning'),
};

/** Languages that double the last letter before an ending: "running", "Lauferin" not. */
const DOUBLING = new Set(['en', 'nl']);
/** Letters of the root, so that "ring" is no form of "r". */
const MIN_ROOT = 3;

/** Returns the other forms that a word may have: "travel", "traveled" … of "traveling". */
export function inflectionsOf(code: string, word: string): string[] {
  const list = ENDINGS[code] ?? [];
  const roots = list.flatMap((ending) => {
    const root = word.slice(0, word.length - ending.length);
    return word.endsWith(ending) && root.length >= MIN_ROOT ? rootsOf(code, root) : [];
  });
  const forms = new Set(roots.flatMap((root) => list.map((ending) => root + ending)));
  forms.delete(word);
  return [...forms];
}

/** "run" and "runn" of "runn(ing)", "travel" and "travell" of "travel(er)". */
function rootsOf(code: string, root: string): string[] {
  if (!DOUBLING.has(code)) return [root];
  const isDoubled = /([bdfgklmnprt])\1$/.test(root);
  return isDoubled ? [root, root.slice(0, -1)] : [root, root + root.at(-1)];
}

function endings(text: string): string[] {
  return text.split(' ').map((ending) => (ending === '-' ? '' : ending));
}
