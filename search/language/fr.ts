import type { LanguageWords } from './language-words.ts';

export const fr: LanguageWords = {
  stopWords: `a au aux avec c ce ces cet cette d dans de des du elle en est et il ils j je l la le les leur
    leurs lui m ma mais me mes mon n ne nos notre nous on ou par pas pour qu que qui s sa sans se ses son sont
    sur t ta te tes ton tu un une vos votre vous y`,
  shoppingWords: `acheter besoin cherche chercher meilleur meilleure montre pas-cher prix recherche trouver
    veux`,
  sentenceWords: `aime aiment aimerait aller alors avoir bien chose etre fait faire offrir peux plait quand
    quelque quelquun quoi souhaite toujours tres trop voudrais`,
  occasionWords: `ami amie anniversaire cadeau copain copine femme fille fils frere mari mariage mere noel
    oncle pere soeur tante voisin`,
  contextMarkers: 'pour avec compatible',
  accessories: `accessoire adaptateur ampoule batterie bracelet cable cartouche chargeur coque encre etui
    filtre housse kit objectif piece pochette protection rechange recharge sac sangle support tapis toner`,
  negations: {
    before: 'sans pas sauf aucun aucune hors excepte',
    between: 'ou ni',
    prefixes: 'non',
  },
  numbers: `un 1 deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13
    quatorze 14 quinze 15 seize 16 vingt 20 vingts 20 trente 30 quarante 40 cinquante 50 soixante 60
    septante 70 huitante 80 nonante 90 cent 100 cents 100 mille 1000`,
  ambiguousNumbers: 'neuf',
  numberJoiner: 'et',
  isNounFirst: true,
  stems: ['eaux:eau:1 aux:al:2 oux:ou:1 eux:eu:1 ss:ss s:', 'e:'],
  hasDoubledStems: true,
  irregularPlurals: 'yeux oeil, bijoux bijou',
  endings: '- er e ant ee age',
  synonyms: `
    televiseur television tv tele
    canape sofa
    velo bicyclette
    basket sneaker
    pull chandail
    frigo refrigerateur
    parfum fragrance
    ordinateur pc`,
  kinds: `
    basket sneaker: chaussure
    parka anorak: veste
    jean: pantalon
    mug: tasse
    fauteuil: chaise`,
};
