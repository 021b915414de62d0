import type { LanguageWords } from './language-words.ts';

export const en: LanguageWords = {
  stopWords: `a an and any are as at be been but by can could do does for from had has have i if in into is it
    its me my of on or our s so some t that the their them then there these they this those to us was we were
    what which will with without would you your`,
  homographs: 'can: cans',
  shoppingWords: `best buy buying cheap cheapest find get good great looking need please price priced purchase
    recommend recommendation seek seeking search show suggest want wanted tell`,
  sentenceWords: `about also always am another any anyone anybody anything around because bought cost costs
    enjoy enjoys every everyone everything give given gives giving go goes going got id idea ideas im item
    items ive just keep keeps kind let like likes lot lots love loved loves made make makes making maybe might
    more most much must nice other own perhaps product products put really should since something someone
    somebody spend stuff take takes taking than thing things too up use used uses using very wants way well
    went when where while who whom whose why ideally preferably quite rather really bit all only both each still
    stay stays staying afford pay paying costing wear wearing put looks come comes`,
  occasionWords: `anniversary aunt birthday boyfriend brother christmas cousin dad daughter father friend gift
    girlfriend grandfather grandma grandmother grandpa husband mom mother mum neighbor neighbour niece nephew
    parent present roommate sister son uncle wedding wife`,
  determiners: 'a an any some the these those',
  headClosers: `about after against along among around at before behind beside between by during for from in inside into
    near of off on onto out over through to toward under with without while who whom whose which that where when my our
    his her their your its something anything someone somebody anyone things`,
  qualityWords: `affordable amazing attractive awesome beautiful big comfortable comfy convenient cosy cozy cute decent durable
    elegant everyday excellent fancy fantastic favorite favourite gorgeous handy healthy ideal inexpensive lovely neat new
    perfect practical pretty proper quality reliable simple small stylish sturdy suitable tiny useful wonderful`,
  contextMarkers: 'for with compatible fits',
  joiners: 'and plus',
  accessories: `accessory adapter adaptor arm bag battery bracket cable cartridge case charger cleaner cover
    cradle dock drum filter holder ink kit lamp lens lock mat mount pad part pouch protector rack refill
    replacement skin sleeve spare stand strap stylus toner`,
  negations: {
    before:
      'without not no except excluding neither nor non dont doesnt isnt arent cant cannot wont shouldnt never avoid',
    between: 'or nor',
    behind: 'free',
    prefixes: 'un non',
    behindPhrases:
      /(?<!\p{L})(?<thing>\p{L}+)(?: (?:is|are))? (?:not (?:included|needed|required|necessary|wanted|allowed)|excluded)\b/giu,
    suffixes: 'free less',
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
    canvases canvas, capris capri, bikinis bikini, khakis khaki, skis ski, kiwis kiwi, tomatoes tomato, potatoes potato,
    nappies nappy`,
  endings: '- ing ed er e',
  doublesLastLetter: true,
  synonyms: `
    laptop notebook
    tv television telly
    smartphone cellphone
    fridge refrigerator
    sofa couch settee loveseat
    bike bicycle
    sneaker trainer
    pants trousers slacks
    sweater jumper pullover sweatshirt
    sweatpants joggers
    backpack rucksack knapsack
    duffle duffel holdall
    handbag purse
    flashlight torch
    earphone earbud
    rug carpet
    curtain drape
    stroller pram pushchair buggy
    diaper nappy
    pacifier dummy soother
    crib cot
    bassinet cradle
    comforter duvet quilt
    pajamas pyjamas nightwear
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
    pc computer
    closet wardrobe armoire
    nightstand bedside
    dresser commode bureau
    ottoman footstool pouffe hassock footrest
    sideboard credenza buffet
    bookcase bookshelf
    highboard cupboard
    recliner lounger
    trolley cart
    trash garbage rubbish waste
    bin dustbin wastebasket
    faucet tap
    stove cooker hob
    skillet frypan
    saucepan stockpot
    spatula turner
    towel washcloth
    vacuum hoover
    raincoat mackintosh anorak parka
    undershirt vest singlet
    tank singlet
    swimsuit swimwear bathers
    wellington wellies gumboot
    tights pantyhose
    tee tshirt
    hat beanie
    necktie tie
    suspenders braces
    bathrobe robe
    underwear underpants briefs boxers
    watch wristwatch timepiece
    wallet billfold
    suitcase luggage
    umbrella brolly
    eggplant aubergine brinjal
    zucchini courgette
    cilantro coriander dhania
    arugula rocket
    okra bhindi
    beet beetroot
    chickpea garbanzo chana
    peanut groundnut
    shrimp prawn
    yogurt yoghurt curd dahi
    lentil dal daal
    flour atta maida
    semolina sooji rava
    chili chilli chile
    cumin jeera
    turmeric haldi
    ketchup catsup
    soda cola
    candy sweet toffee
    cookie biscuit
    chips crisps
    fries frites
    oatmeal porridge oats
    confectioner icing
    molasses treacle
    detergent washing
    deodorant antiperspirant
    moisturizer moisturiser lotion
        sunscreen sunblock
    napkin serviette
    plaster bandage
    wrench spanner
    sandpaper abrasive
    paint varnish
    glue adhesive
    hose hosepipe
    lawnmower mower
    pruner secateurs
    shovel spade
    antenna aerial
    battery accumulator
    lightbulb bulb
    cellphone mobile
    eraser rubber
    pen biro ballpoint
    tape sellotape
    license licence
    truck lorry
    tire tyre
    gasoline petrol
    motorcycle motorbike
    soccer football
    outdoor outside garden patio
    bunny rabbit
    windproof windbreaker
    insulated thermal
    waterproof rainproof
    sleeveless strapless`,
  kinds: `
    sneaker trainer plimsoll loafer: shoe
    beanie: hat
    raincoat parka: coat jacket
    anorak windbreaker blazer: jacket
    hoodie sweatshirt cardigan: sweater
    jeans chino slacks sweatpants: pants trousers
    blouse: shirt
    fleece gilet windcheater: jacket
    leggings jeggings capri: pants trousers
    vest camisole: tank
    settle pew: bench
    futon daybed: sofa bed
    sectional chesterfield: sofa
    briefcase holdall: bag
    clutch: bag purse
    parsley basil: herb
    pasta: noodle spaghetti
    wok griddle: pan
    loveseat: sofa
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
  phrases: `
    tv stand, tv unit, tv table, media console, tv bench, tv cabinet
    night table, bedside table, night stand
    chest of drawers, dresser
    bedside cabinet, bedside table
    dressing table, make up table, makeup table, vanity table, vanity
    dining set, dinette, table and chairs, table and
    standing desk, sit stand desk, height adjustable desk, sit stand
    sofa bed, sleeper sofa, bed settee, pull out couch, sleeper
    bunk bed, bunk, double decker bed
    high chair, highchair
    desk chair, office chair, swivel chair, computer chair
    rocking chair, rocker
    deck chair, sun lounger, reclining chair
    coat rack, hat stand, coat stand
    shoe rack, shoe cabinet
    china cabinet, glass door cabinet, display cabinet
    chopping board, cutting board
    frying pan, skillet
    jump rope, skipping rope
    gym ball, exercise ball, stability ball, swiss ball
    water bottle, drinking bottle, drinking flask, hip flask
    tank top, vest top, singlet top, tank
    rain coat, rain jacket, raincoat
    track pants, jogging bottoms, tracksuit bottoms, jogging pants, sweat pants, track bottoms
    t shirt, tee shirt, tee
    fanny pack, bum bag, belt bag
    duffle bag, duffel bag, duffle, weekend bag, travel bag
    messenger bag, satchel, courier bag
    cell phone, mobile phone, smartphone
    power bank, portable charger
    hard drive, hard disk
    hand wash, hand soap, handwash
    washing up liquid, dish soap, dishwash
    washing powder, laundry detergent, laundry powder, detergent powder
    sanitary pad, sanitary towel, sanitary napkin
    hair dye, hair color, hair colour
    toilet paper, loo roll, toilet roll
    kitchen roll, kitchen towel, paper towel
    bin bag, trash bag, garbage bag
    cling film, plastic wrap
    aluminium foil, tin foil, kitchen foil
    baking soda, bicarbonate of soda
    corn flour, corn starch
    wheat flour, whole wheat flour, atta
    icing sugar, powdered sugar
    clarified butter, ghee
    cottage cheese, paneer
    bell pepper, sweet pepper, capsicum
    lady finger, okra
    spring onion, green onion, scallion
    chick pea, chickpea, kabuli chana
    ice lolly, popsicle
    soft drink, soda
    french fries, fries
    face cloth, wash cloth, flannel
    plasters, band aid`,
  goods: `
    cook fry roast: cooking kitchen cookware pan
    bake: baking
    cut chop slice: knife board
    serve: tray plate set
    drink sip: cup mug glass bottle
    soup stew broth cereal: bowl flask thermos
    lunch sandwich leftover: lunchbox container flask bowl
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
    him his he husband boyfriend father dad brother uncle son grandfather gentleman guy: man mens
    her hers she wife girlfriend mother mom mum sister aunt daughter grandmother: woman womens
    baby toddler newborn: baby infant nursery kid
    patio terrace backyard: outdoor garden
    mosquito bug insect: repellent
    cyclist cycling: bicycle bike`,
};
