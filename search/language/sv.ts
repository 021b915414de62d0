import type { LanguageWords } from './language-words.ts';

export const sv: LanguageWords = {
  stopWords: `alla att av da de den denna det detta dig din ditt du dar efter ej eller en ett for fran har hos
    hur i icke in inte jag kan man med mig min mitt mot nar ni nu och om oss pa sa sig sin sitt ska som till
    under upp ut utan vad var vara vi vid ar over`,
  shoppingWords: 'basta billig billiga behover hitta kopa pris soker vill',
  sentenceWords: 'alltid bra fa ge gillar gora nagon nagot ofta saker skulle tycker vem',
  occasionWords: `brollop bror dotter far farfar fodelsedag fru granne jul mamma mor mormor pappa present son
    syster van`,
  contextMarkers: 'for till med kompatibel',
  accessories: `adapter armband batteri blackpatron fodral filter faste hallare kabel laddare lins matta patron
    rem reservdel skal skydd stativ tillbehor toner vaska`,
  negations: {
    before: 'utan inte ej icke inga ingen inget',
    between: 'eller',
    behind: 'fri fria fritt',
    prefixes: 'o icke',
  },
  numbers: `en 1 ett 1 tva 2 tre 3 fyra 4 fem 5 sex 6 sju 7 atta 8 nio 9 tio 10 elva 11 tolv 12 tretton 13
    fjorton 14 femton 15 sexton 16 sjutton 17 arton 18 nitton 19 tjugo 20 trettio 30 fyrtio 40 femtio 50
    sextio 60 sjuttio 70 attio 80 nittio 90 hundra 100 tusen 1000`,
  compoundLinks: ['', 's', 'e', 'a', 'u', 'o'],
  stems: ['orna: arna: erna: or: ar: er: en: et: na: a: e:'],
  irregularPlurals: 'skor sko, skorna sko, bocker bok, glas glas, man man, mans man, barn barn',
  endings: '- a ar ade at ande ning',
  synonyms: `
    mobil mobiltelefon smartphone
    tv television
    laptop notebook
    ryggsack backpack
    cykel bike
    tavla poster
    mugg kopp`,
  kinds: `
    sneaker: sko
    parka: jacka
    jeans: byxa`,
};
