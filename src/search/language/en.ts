import type { LanguageWords } from './language-words.ts';

export const en: LanguageWords = {
  stopWords: `a an and any are as at be been but by can could do does for from had has have i if in into is it
    its me my of on or our s so some t that the their them then there these they this those to us was we were
    what which will with without would you your`,
  shoppingWords: `best buy buying cheap cheapest find get good great looking need please price priced purchase
    recommend recommendation search show suggest want`,
  sentenceWords: `about also always am another any anyone anybody anything around because bought cost costs
    enjoy enjoys every everyone everything give given gives giving go goes going got id idea ideas im item
    items ive just keep keeps kind let like likes lot lots love loved loves made make makes making maybe might
    more most much must nice other own perhaps product products put really should since something someone
    somebody spend stuff take takes taking than thing things too up use used uses using very wants way well
    went when where while who whom whose why`,
  occasionWords: `anniversary aunt birthday boyfriend brother christmas cousin dad daughter father friend gift
    girlfriend grandfather grandma grandmother grandpa husband mom mother mum neighbor neighbour niece nephew
    parent present roommate sister son uncle wedding wife`,
  contextMarkers: 'for with compatible fits',
  accessories: `accessory adapter adaptor arm bag battery bracket cable cartridge case charger cleaner cover
    cradle dock drum filter holder ink kit lamp lens lock mat mount pad part pouch protector rack refill
    replacement skin sleeve spare stand strap stylus toner`,
  negations: {
    before:
      'without not no except excluding neither nor non dont doesnt isnt arent cant cannot wont shouldnt never avoid',
    between: 'or nor',
    behind: 'free',
    prefixes: 'un non',
    phrases:
      /\b(?:(?:other|rather) than|instead of|apart from|aside from|free (?:of|from)|(?:any|every)(?:thing|one) but)\b/giu,
  },
  numbers: `one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12
    thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30
    forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000`,
  numberJoiner: 'and',
  stems: ['ss:ss us:us is:is sses:ss shes:sh ches:ch xes:x:2 ies:y:2 ie:y:3 s:'],
  irregularPlurals: `women woman, womens woman, men man, mens man, children child, childrens child, kids kid,
    people person, mice mouse, feet foot, teeth tooth, geese goose, knives knife, shelves shelf, leaves leaf,
    loaves loaf, scarves scarf, wolves wolf, halves half, dice die, lenses lens, buses bus, gases gas,
    canvases canvas`,
  endings: '- ing ed er e',
  doublesLastLetter: true,
  synonyms: `
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
  kinds: `
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
  goods: `
    cook fry roast: cooking kitchen cookware pan
    bake: baking
    cut chop slice: knife board
    serve: tray plate set
    drink sip: cup mug glass bottle
    read: book lamp
    write letter: pen notebook paper
    note meeting: notebook pen
    sleep nap: bed bedding pillow blanket
    travel trip journey vacation: travel luggage suitcase
    commute: train backpack
    student school: notebook pen backpack
    job work colleague coworker interview: office formal
    wedding ceremony: formal
    hike trek mountain: hiking outdoor
    camp campfire tent: camping
    run jog: running
    rain wet puddle umbrella: rain waterproof
    snow cold freezing chilly: warm wool winter
    beach sunny: sun summer sunglasses
    foot feet toe: sock shoe
    hand finger: glove
    head ear: hat cap
    eye: glasses sunglasses
    garden grow herb balcony: plant garden pot
    wall hang: wall
    decorate decoration decor: candle lamp vase
    housewarming: home candle
    grocery groceries market: tote bag
    spicy chili: hot
    relax evening cozy: candle blanket
    vessel container: pot
    cyclist cycling: bicycle bike`,
};
