import type { LanguageWords } from './language-words.ts';

export const de: LanguageWords = {
  stopWords: `aber als am an auch auf aus bei bin bis da damit das dass dem den der des die dies diese diesem
    diesen dieser dieses doch du durch ein eine einem einen einer eines er es fur hat ich ihr ihre im in ist
    ja kann mein meine mit nach nicht noch nur ob oder ohne sein seine sich sie sind so uber um und uns unser
    unsere unter vom von vor war was wenn wie wir wird zu zum zur`,
  shoppingWords: `beste besten bestes billig bitte brauche finde gunstig gunstige gunstiger kaufen preis suche
    will zeige`,
  sentenceWords: `brauchen braucht dabei etwas gerne gern gibt hab habe hatte immer jemand jemandem jemanden
    kannst machen macht mag mal meinem meinen meiner mochte mochten schenken sehr sollte sucht welche welcher
    wenn`,
  occasionWords: `bruder cousin freund freundin frau geburtstag geschenk hochzeit mama mann mutter nachbar
    neffe nichte oma onkel opa papa schwester sohn tante tochter vater weihnachten`,
  contextMarkers: 'fur mit passend kompatibel',
  accessories: `abdeckung adapter akku armband aufbewahrung batterie beutel ersatz ersatzteil etui filter folie
    gurt halter halterung hulle kabel ladegerat matte objektiv patrone reiniger riemen schloss schutz
    schutzfolie schutzhulle stander tasche toner zubehor`,
  negations: {
    before: 'ohne nicht kein keine keinen keinem keiner keines ausser ausgenommen',
    between: 'oder noch',
    behind: 'frei freie freier freies freien',
    prefixes: 'un nicht',
    phrases: /\b(?:frei von|anstatt|anstelle von)\b/giu,
  },
  numbers: `ein 1 eins 1 zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12
    dreizehn 13 vierzehn 14 funfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreissig 30
    vierzig 40 funfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 hundert 100 tausend 1000`,
  numberJoiner: 'und',
  areOnesFirst: true,
  compoundLinks: ['', 's', 'n', 'en', 'es', 'er', 'e'],
  /** "schluessel" is "schlüssel" on a keyboard without umlauts; folding has already made it "schlussel". */
  respelling: /(?<![aeiouq])([aou])e(?=[^aeiou])/g,
  stems: [
    'ern::4 er::4 en: em: es: e: bs:b ds:d fs:f gs:g hs:h ks:k ls:l ms:m ns:n ts:t',
    'est::4 er::4 en::4',
  ],
  irregularPlurals: 'damen dame, herren herr',
  endings: '- en end t er e ung',
  synonyms: `
    laptop notebook
    fernseher tv
    handy smartphone mobiltelefon
    sofa couch
    fahrrad rad bike
    turnschuh sneaker
    rucksack backpack
    pullover pulli
    kopfhorer headphone
    becher tasse
    teppich laufer
    parfum duft
    computer rechner pc`,
  kinds: `
    sneaker: schuh
    beanie: mutze
    parka anorak: jacke
    hoodie sweatshirt: pullover
    jeans chino: hose
    sessel: stuhl`,
  goods: `
    kochen braten: kuche pfanne topf
    backen: backen
    schneiden: messer brett
    trinken: tasse becher glas flasche
    lesen: buch lampe
    schreiben brief: stift notizbuch papier
    schlafen: bett bettwasche kissen decke
    reisen reise urlaub: reise koffer
    wandern berg: wandern outdoor
    laufen joggen: laufschuh
    regen nass: regen wasserdicht
    schnee kalt frieren: warm wolle winter
    strand sonne: sonne sommer sonnenbrille
    fuss: socke schuh
    kopf: mutze hut
    garten krauter balkon: pflanze garten topf
    scharf: chili`,
};
