/** Words of numbers by language, folded; 100 and 1,000 multiply what stands before them, `~` ends what only begins a number. */
const NUMBER_WORDS: Record<string, string> = {
  en: `one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14
    fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70
    eighty 80 ninety 90 hundred 100 thousand 1000`,
  de: `ein 1 eins 1 zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12 dreizehn 13 vierzehn 14
    funfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreissig 30 vierzig 40 funfzig 50 sechzig 60
    siebzig 70 achtzig 80 neunzig 90 hundert 100 tausend 1000`,
  fr: `un 1 deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15
    seize 16 vingt 20 vingts 20 trente 30 quarante 40 cinquante 50 soixante 60 septante 70 huitante 80 nonante 90 cent 100
    cents 100 mille 1000`,
  es: `uno 1 un 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14
    quince 15 dieciseis 16 diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veinti~ 20 treinta 30 cuarenta 40 cincuenta 50
    sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100 cientos 100 quinientos 500 setecientos 700
    novecientos 900 mil 1000`,
  it: `uno 1 un 1 due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 otto 8 nove 9 dieci 10 undici 11 dodici 12 tredici 13
    quattordici 14 quindici 15 sedici 16 diciassette 17 diciotto 18 diciannove 19 venti 20 vent~ 20 trenta 30 trent~ 30
    quaranta 40 quarant~ 40 cinquanta 50 cinquant~ 50 sessanta 60 sessant~ 60 settanta 70 settant~ 70 ottanta 80 ottant~ 80
    novanta 90 novant~ 90 cento 100 mille 1000 mila 1000`,
  nl: `een 1 twee 2 drie 3 vier 4 vijf 5 zes 6 zeven 7 acht 8 negen 9 tien 10 elf 11 twaalf 12 dertien 13 veertien 14
    vijftien 15 zestien 16 zeventien 17 achttien 18 negentien 19 twintig 20 dertig 30 veertig 40 vijftig 50 zestig 60
    zeventig 70 tachtig 80 negentig 90 honderd 100 duizend 1000`,
  pt: `um 1 dois 2 duas 2 tres 3 quatro 4 cinco 5 seis 6 sete 7 oito 8 nove 9 dez 10 onze 11 doze 12 treze 13 catorze 14
    quatorze 14 quinze 15 dezesseis 16 dezasseis 16 dezessete 17 dezassete 17 dezoito 18 dezenove 19 dezanove 19 vinte 20
    trinta 30 quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80 noventa 90 cem 100 cento 100 duzentos 200
    trezentos 300 quatrocentos 400 quinhentos 500 seiscentos 600 setecentos 700 oitocentos 800 novecentos 900 mil 1000`,
  sv: `en 1 ett 1 tva 2 tre 3 fyra 4 fem 5 sex 6 sju 7 atta 8 nio 9 tio 10 elva 11 tolv 12 tretton 13 fjorton 14 femton 15
    sexton 16 sjutton 17 arton 18 nitton 19 tjugo 20 trettio 30 fyrtio 40 femtio 50 sextio 60 sjuttio 70 attio 80
    nittio 90 hundra 100 tusen 1000`,
};

/** Words between the parts of a number: "two hundred and fifty", "fünfundvierzig". */
const JOINERS: Record<string, string> = { en: 'and', de: 'und', fr: 'et', es: 'y', nl: 'en', pt: 'e' };

/** Number words of other meaning when they stand alone: French "new", Italian "you are". */
const AMBIGUOUS = new Set(['neuf', 'sei']);

/** Languages that say ones before tens: "fünfundvierzig". */
const ONES_FIRST = new Set(['de', 'nl']);

export interface NumberPart {
  text: string;
  /** 0 for a joiner. */
  value: number;
  /** Whether it only begins a number: "vent" of "ventuno". */
  isOpen: boolean;
}

export interface NumberWords {
  /** The longest first. */
  parts: readonly NumberPart[];
  areOnesFirst: boolean;
  isAmbiguous(word: string): boolean;
}

/** Returns the number words of a language and of English, in which agents often write. */
export function numberWordsOf(code: string): NumberWords {
  const numberWords = byCode.get(code) ?? readWords(code);
  byCode.set(code, numberWords);
  return numberWords;
}

const byCode = new Map<string, NumberWords>();

function readWords(code: string): NumberWords {
  const codes = ['en', ...(code !== 'en' && code in NUMBER_WORDS ? [code] : [])];
  const pairs = codes.flatMap((each) => [
    ...(NUMBER_WORDS[each] ?? '').matchAll(/(?<!\p{L})(\p{L}+)(~?) (\d+)/gu),
  ]);
  const numbers = pairs.map(([, text = '', open, value]) => ({
    text,
    value: Number(value),
    isOpen: open === '~',
  }));
  const joiners = codes.flatMap((each) => ({ text: JOINERS[each] ?? '', value: 0, isOpen: true }));
  return {
    parts: [...numbers, ...joiners.filter(({ text }) => text !== '')].toSorted(
      (one, other) => other.text.length - one.text.length,
    ),
    areOnesFirst: ONES_FIRST.has(code),
    isAmbiguous: (word) => AMBIGUOUS.has(word),
  };
}
