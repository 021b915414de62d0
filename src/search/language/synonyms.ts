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
    perfume fragrance
    woman lady
    kid child
    photo picture
    color colour
    gray grey
    jewelry jewellery
    aluminum aluminium
    fiber fibre
    organizer organiser
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
    tapijt vloerkleed kleed`,
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
    tavla poster`,
};

/** Returns the other words of the groups of each word. */
export function synonymsIn(code: string): ReadonlyMap<string, readonly string[]> {
  const groups = (GROUPS[code] ?? '').split('\n').map((line) => line.trim().split(' '));
  return new Map(
    groups.flatMap((group) => group.map((word) => [word, group.filter((each) => each !== word)])),
  );
}
