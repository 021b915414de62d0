import type { LanguageWords } from './language-words.ts';

export const es: LanguageWords = {
  stopWords: `a al algo como con de del desde donde e el ella ellas ellos en entre era es esa ese eso esta este
    esto ha hay la las le les lo los mas me mi mis muy no nos o para pero por que se ser si sin sobre son su
    sus te tu un una unas uno unos y ya yo`,
  shoppingWords: 'barata barato busco comprar mejor mejores necesito precio quiero',
  sentenceWords: `algo alguien bien cosa cosas cuando da dar gusta gustan hacer quien quisiera regalar siempre
    tambien tiene tengo usar`,
  occasionWords: `abuela abuelo amiga amigo boda cumpleanos esposa hermana hermano hija hijo madre marido
    navidad padre regalo tia tio vecino`,
  contextMarkers: 'para con compatible',
  accessories: `accesorio adaptador alfombrilla bateria bolsa cable cargador cartucho correa cubierta estuche
    filtro funda kit lampara objetivo protector recambio repuesto soporte tinta toner`,
  negations: {
    before: 'sin no excepto salvo ningun ninguna',
    between: 'o ni',
    prefixes: 'no',
  },
  numbers: `uno 1 un 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12
    trece 13 catorce 14 quince 15 dieciseis 16 diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veinti~ 20
    treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100
    cientos 100 quinientos 500 setecientos 700 novecientos 900 mil 1000`,
  numberJoiner: 'y',
  isNounFirst: true,
  stems: ['ces:z:2 es: s:', 'a: o: e:'],
  endings: '- ar er ir ando iendo ado ido a o',
  synonyms: `
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
  kinds: `
    zapatilla deportiva: zapato
    parka anorak: chaqueta
    vaquero: pantalon
    sudadera: jersey sueter
    sillon: silla`,
};
