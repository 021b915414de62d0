import type { LanguageWords } from './language-words.ts';

export const it: LanguageWords = {
  stopWords: `a ad agli ai al alla alle allo anche che chi ci come con cui d da dagli dai dal dalla dalle dallo
    degli dei del della delle dello di e ed gli ha i il in io l la le lo ma mi ne nei nel nella nelle nello no
    noi non o per piu quale quello questa questo se si sono su sugli sui sul sulla sulle sullo tra un una uno`,
  shoppingWords: 'acquistare cerco comprare economica economico migliore migliori prezzo voglio',
  sentenceWords: `altro anche bene cosa cosi dare fare piace piacciono qualcosa qualcuno quando regalare sempre
    serve vorrei`,
  occasionWords: `amica amico compleanno figlia figlio fratello madre marito matrimonio moglie natale nonna
    nonno padre regalo sorella vicino zia zio`,
  contextMarkers: 'per con compatibile',
  accessories: `accessorio adattatore batteria borsa cartuccia caricabatterie caricatore cavo cinturino
    copertura cover custodia filtro inchiostro kit lampada obiettivo pellicola protezione ricambio supporto
    tappetino toner`,
  negations: {
    before: 'senza non tranne eccetto nessun nessuna',
    between: 'o ne',
    prefixes: 'non',
  },
  numbers: `uno 1 un 1 due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 otto 8 nove 9 dieci 10 undici 11 dodici 12
    tredici 13 quattordici 14 quindici 15 sedici 16 diciassette 17 diciotto 18 diciannove 19 venti 20 vent~ 20
    trenta 30 trent~ 30 quaranta 40 quarant~ 40 cinquanta 50 cinquant~ 50 sessanta 60 sessant~ 60 settanta 70
    settant~ 70 ottanta 80 ottant~ 80 novanta 90 novant~ 90 cento 100 mille 1000 mila 1000`,
  ambiguousNumbers: 'sei',
  isNounFirst: true,
  stems: ['io: ia: ie: ii: a: e: i: o:', 'cch:cc h:'],
  irregularPlurals: 'uomini uomo, orologi orologio, occhiali occhiale',
  endings: '- are ere ire ando endo ato ito a o',
  synonyms: `
    cellulare smartphone
    televisore televisione tv
    divano sofa
    bici bicicletta
    portatile laptop notebook
    maglione pullover
    zaino backpack
    frigo frigorifero`,
  kinds: `
    sneaker: scarpa
    parka: giacca
    jeans: pantalone
    felpa: maglione
    poltrona: sedia`,
};
