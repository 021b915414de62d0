/** Uses, and goods that serve them, for `tableOf`: for words that the shop does not have. */
export const GOODS: Record<string, string> = {
  en: `
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
  de: `
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
