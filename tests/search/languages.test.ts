import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectLanguage, getLanguage } from '../../search/language/language.ts';
import { titlesShop } from './documents.ts';

/** A shop of each language, and queries that must find its first product first. */
const SHOPS: [locale: string, titles: string[], queries: string[]][] = [
  [
    'en-US',
    ["Women's Running Shoes", "Men's Jacket", 'Battery Charger', 'Shelf of Oak'],
    ['womans shoe', 'running shoes women', 'shoes for running', 'WOMEN’S SHOES'],
  ],
  ['en', ['Trail Shoe', 'Merino Sweater'], ['sneakers', 'trail trainers']],
  ['en', ['Wool Hat', 'Coffee Beans'], ['beanie', 'woolen beanies']],
  ['en', ['Rain Jacket', 'Umbrella for Rain'], ['raincoat', 'raincoats']],
  ['en', ['Raincoat', 'Rain Jacket'], ['raincoat']],
  [
    'de_AT',
    ['Kaffeemaschine Edelstahl', 'Damenschuhe', 'Lederjacke', 'Schlüsselanhänger', 'Kaffee', 'Maschine'],
    ['Kaffeemaschinen', 'kaffee maschine edelstahl', 'Edelstahl-Kaffeemaschine', 'Kafeemaschine'],
  ],
  ['de', ['Schuhe für Damen', 'Jacke'], ['Damenschuhe', 'damenschuh', 'schuh damen']],
  ['de', ['Kinderfahrräder', 'Jacke'], ['Fahrrad', 'Fahrrad Kinder', 'kinderfahrrad']],
  ['de', ['Damenschuhe', 'Jacke für Damen'], ['Sneaker', 'sneaker damen']],
  ['de', ['Schlüsselanhänger', 'Jacke'], ['schluesselanhaenger', 'Schlusselanhanger']],
  ['fr-FR', ["Huile d'olive vierge 1,5 L", 'Manteaux'], ['huile olive', "l'huile d’olive 1.5l", 'huiles']],
  ['fr', ['Chaussures de randonnée', 'Bijoux'], ['chaussure rando', 'chaussures randonnee', 'baskets']],
  ['es', ['Zapatos de niños', 'Luces'], ['zapato niño', 'ninos zapatos']],
  ['it', ['Scarpe da uomo', 'Borsa'], ['scarpa uomini', 'scarpe per uomo']],
  ['nl', ['Kinderfietsen 16 inch', 'Winterjas'], ['fiets', 'kinder fiets', '16" kinderfiets']],
  ['nl', ['Jas heren', 'Huis'], ['jassen']],
  ['pt-BR', ['Sapatos femininos', 'Camisa'], ['sapato feminino', 'sapato']],
  ['sv', ['Kaffekoppar', 'Skor'], ['kopp', 'kaffe koppar']],
  ['sv', ['Skor dam', 'Kopp'], ['sko', 'skorna']],
  ['ja', ['ワイヤレスイヤホン 黒', '抹茶'], ['イヤホン', 'ワイヤレス イヤホン']],
  ['zh', ['绿茶 茶叶 200g', '咖啡'], ['茶', '绿茶', '200克 绿茶']],
  ['th', ['กาแฟดำ', 'ชาเขียว'], ['กาแฟ']],
  ['fi', ['Punainen Takki', 'Hattu'], ['punainen takki', 'TAKKI', 'punanen']],
];

/** Words that must have one stem, and pairs that must not. */
const SAME: [locale: string, words: string[]][] = [
  ['en', ['box', 'boxes']],
  ['en', ['battery', 'batteries']],
  ['en', ['cookie', 'cookies']],
  ['en', ['lens', 'lenses']],
  ['en', ['person', 'people']],
  ['de', ['haus', 'hauser']],
  ['de', ['schwarz', 'schwarze', 'schwarzer', 'schwarzen']],
  ['fr', ['jeu', 'jeux']],
  ['fr', ['cheval', 'chevaux']],
  ['fr', ['bon', 'bonne']],
  ['es', ['luz', 'luces']],
  ['es', ['pantalon', 'pantalones']],
  ['it', ['giacca', 'giacche']],
  ['it', ['orologio', 'orologi']],
  ['nl', ['vaas', 'vazen']],
  ['nl', ['brief', 'brieven']],
  ['pt', ['botao', 'botoes']],
  ['pt', ['jornal', 'jornais']],
  ['sv', ['jacka', 'jackor', 'jackorna']],
];
const DIFFERENT: [locale: string, one: string, other: string][] = [
  ['en', 'wireless', 'wire'],
  ['en', 'glass', 'gla'],
  ['de', 'leder', 'led'],
  ['it', 'casa', 'cassa'],
];

describe('search stems', () => {
  for (const [locale, words] of SAME)
    it(`gives ${words.join(', ')} one stem in ${locale}`, () =>
      assert.equal(new Set(words.map(getLanguage(locale).stem)).size, 1));

  for (const [locale, one, other] of DIFFERENT)
    it(`keeps ${one} and ${other} apart in ${locale}`, () =>
      assert.notEqual(getLanguage(locale).stem(one), getLanguage(locale).stem(other)));
});

describe('search by language', () => {
  for (const [locale, titles, queries] of SHOPS) {
    const shop = titlesShop(locale, titles);
    for (const query of queries)
      it(`finds ${titles[0]} by ${query} in ${locale}`, () => assert.equal(shop.find(query)[0], titles[0]));
  }

  it('puts the compound before its parts when the parts are asked for together', () => {
    const { find } = titlesShop('de', ['Maschine', 'Kaffeemaschine', 'Kaffee']);
    assert.equal(find('kaffee maschine')[0], 'Kaffeemaschine');
  });

  it('reads an unknown language without stems', () => {
    assert.equal(getLanguage('xx').stem('shoes'), 'shoes');
    assert.equal(getLanguage(undefined).code, '');
  });

  it('detects the language by its function words, and returns none for a few words', () => {
    const mixed = detectLanguage('das ist ein mantel mit der kapuze und dem futter'.repeat(5).split(' '));
    assert.equal(mixed, 'de');
    assert.equal(detectLanguage('the mug of the cafe and its walls for you '.repeat(5).split(' ')), 'en');
    assert.equal(detectLanguage(['the', 'mug']), undefined);
  });
});
