/** Plurals of common goods and buyers that the rules of stemming leave apart from their singular, folded. */
const IRREGULAR_PLURALS: Record<string, string> = {
  en: `women woman, womens woman, men man, mens man, children child, childrens child, kids kid, people
    person, mice mouse, feet foot, teeth tooth, geese goose, knives knife, shelves shelf, leaves leaf,
    loaves loaf, scarves scarf, wolves wolf, halves half, dice die, lenses lens, buses bus, gases gas,
    canvases canvas`,
  it: 'uomini uomo, orologi orologio, occhiali occhiale',
  sv: 'skor sko, skorna sko, bocker bok, glas glas, man man, mans man, barn barn',
  nl: 'schoenen schoen, kinderen kind, kinder kind, brillen bril, glazen glas',
  de: 'damen dame, herren herr',
  fr: 'yeux oeil, bijoux bijou',
};

export function irregularPluralsIn(code: string): ReadonlyMap<string, string> {
  const pairs = IRREGULAR_PLURALS[code]?.split(/,\s+/) ?? [];
  return new Map(pairs.map((pair) => pair.split(/\s+/) as [plural: string, singular: string]));
}
