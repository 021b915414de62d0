import type { LanguageWords } from './language-words.ts';

export const nl: LanguageWords = {
  stopWords: `aan al als bij dan dat de der deze die dit door een en er het hij ik in is je kan maar me met
    mijn naar niet nog nu of om onder ons onze ook op over te tot u uit uw van voor was wat we wel wij ze zich
    zij zijn zonder`,
  shoppingWords: 'beste goedkoop goedkope kopen nodig prijs wil zoek',
  sentenceWords: `altijd eens geven graag heb hebben heeft houdt iemand iets leuk maken mij moet veel waar
    wanneer wie wilt`,
  occasionWords: `broer bruiloft buurman cadeau dochter kerst moeder oma oom opa tante vader verjaardag vriend
    vriendin vrouw zoon zus`,
  contextMarkers: 'voor met compatibel geschikt',
  accessories: `accessoire accu adapter batterij beschermer cartridge filter hoes hoesje houder inkt kabel
    lader lens mat onderdeel oplader riem slot tas toner`,
  negations: {
    before: 'zonder geen niet behalve uitgezonderd',
    between: 'of noch',
    behind: 'vrij vrije',
    prefixes: 'on niet',
  },
  numbers: `een 1 twee 2 drie 3 vier 4 vijf 5 zes 6 zeven 7 acht 8 negen 9 tien 10 elf 11 twaalf 12 dertien 13
    veertien 14 vijftien 15 zestien 16 zeventien 17 achttien 18 negentien 19 twintig 20 dertig 30 veertig 40
    vijftig 50 zestig 60 zeventig 70 tachtig 80 negentig 90 honderd 100 duizend 1000`,
  numberJoiner: 'en',
  areOnesFirst: true,
  compoundLinks: ['', 's', 'e', 'en', 'er'],
  /** Open syllables are written with one vowel: "vazen" and "vaas". */
  respelling: /([aeou])\1(?=[^aeiou]$)/,
  stems: ['els:el:2 ers:er:2 ens:en:2 ems:em:2 es:e', 'en: e:', 'en: e:', 'z:s:2 v:f:2'],
  hasDoubledStems: true,
  irregularPlurals: 'schoenen schoen, kinderen kind, kinder kind, brillen bril, glazen glas',
  endings: '- en end t er e ing',
  doublesLastLetter: true,
  synonyms: `
    televisie tv
    mobiel smartphone
    laptop notebook
    trui pullover
    rugzak backpack
    tapijt vloerkleed kleed
    mok beker`,
  kinds: `
    sneaker: schoen
    parka anorak: jas
    jeans spijkerbroek: broek`,
};
