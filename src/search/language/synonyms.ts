/** Goods and traits that shops and buyers name by different words, folded; one group a line. */
const GROUPS: Record<string, string> = {
  en: `
    laptop notebook
    tv television
    smartphone cellphone
    fridge refrigerator
    sofa couch settee
    bike bicycle
    sneaker trainer
    pants trousers
    sweater jumper pullover
    backpack rucksack
    handbag purse
    flashlight torch
    earphone earbud
    rug carpet
    curtain drape
    stroller pram pushchair
    diaper nappy
    comforter duvet
    pajamas pyjamas
    eyeglasses spectacles
    perfume fragrance scent
    poem poetry
    apparel clothes clothing garment
    woman lady
    kid child
    photo picture
    color colour
    gray grey
    jewelry jewellery
    aluminum aluminium
    fiber fibre
    organizer organiser
    mug cup
    pc computer`,
  de: `
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
  fr: `
    televiseur television tv tele
    canape sofa
    velo bicyclette
    basket sneaker
    pull chandail
    frigo refrigerateur
    parfum fragrance
    ordinateur pc`,
  es: `
    ordenador computadora pc
    portatil laptop
    movil celular smartphone
    televisor television tv
    nevera frigorifico refrigerador
    zapatilla deportiva tenis
    bici bicicleta
    jersey sueter
    gafas lentes
    mochila backpack`,
  it: `
    cellulare smartphone
    televisore televisione tv
    divano sofa
    bici bicicletta
    portatile laptop notebook
    maglione pullover
    zaino backpack
    frigo frigorifero`,
  nl: `
    televisie tv
    mobiel smartphone
    laptop notebook
    trui pullover
    rugzak backpack
    tapijt vloerkleed kleed
    mok beker`,
  pt: `
    celular telemovel smartphone
    televisao televisor tv
    geladeira frigorifico
    portatil laptop notebook
    bicicleta bike
    tenis sapatilha
    mochila backpack`,
  sv: `
    mobil mobiltelefon smartphone
    tv television
    laptop notebook
    ryggsack backpack
    cykel bike
    tavla poster
    mugg kopp`,
};

/** Words for kinds of goods, folded, and behind the colon what they are kinds of. */
export const KINDS: Record<string, string> = {
  en: `
    sneaker trainer plimsoll loafer: shoe
    beanie: hat
    raincoat parka: coat jacket
    anorak windbreaker blazer: jacket
    hoodie sweatshirt cardigan: sweater
    jeans chino slacks sweatpants: pants trousers
    blouse: shirt
    tote satchel: bag
    headlamp: lamp flashlight
    lantern: lamp
    tumbler: cup mug
    thermos flask: bottle
    throw: blanket
    armchair recliner: chair
    bookcase bookshelf: shelf
    doormat: mat
    headset earphone earbud: headphone`,
  de: `
    sneaker: schuh
    beanie: mutze
    parka anorak: jacke
    hoodie sweatshirt: pullover
    jeans chino: hose
    sessel: stuhl`,
  fr: `
    basket sneaker: chaussure
    parka anorak: veste
    jean: pantalon
    mug: tasse
    fauteuil: chaise`,
  es: `
    zapatilla deportiva: zapato
    parka anorak: chaqueta
    vaquero: pantalon
    sudadera: jersey sueter
    sillon: silla`,
  it: `
    sneaker: scarpa
    parka: giacca
    jeans: pantalone
    felpa: maglione
    poltrona: sedia`,
  nl: `
    sneaker: schoen
    parka anorak: jas
    jeans spijkerbroek: broek`,
  pt: `
    tenis sapatilha: sapato
    parka: casaco
    jeans: calca
    caneca: xicara`,
  sv: `
    sneaker: sko
    parka: jacka
    jeans: byxa`,
};

/** Returns the other words of the groups of each word. */
export function synonymsIn(code: string): ReadonlyMap<string, readonly string[]> {
  const groups = linesOf(GROUPS[code]).map(wordsOf);
  return new Map(
    groups.flatMap((group) => group.map((word) => [word, group.filter((each) => each !== word)])),
  );
}

/** Reads lines of `word word: other other` into the others of each word. */
export function tableOf(text: string | undefined): ReadonlyMap<string, readonly string[]> {
  return new Map(
    linesOf(text).flatMap((line) => {
      const [keys = '', others = ''] = line.split(': ');
      return wordsOf(keys).map((word) => [word, wordsOf(others)] as const);
    }),
  );
}

function linesOf(table = ''): string[] {
  return table.split('\n').map((line) => line.trim());
}

function wordsOf(line: string): string[] {
  return line.split(' ').filter(Boolean);
}
