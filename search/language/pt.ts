import type { LanguageWords } from './language-words.ts';

export const pt: LanguageWords = {
  stopWords: `a ao aos as com como da das de del do dos e ela ele em entre era essa esse esta este eu foi ha
    isso isto ja la lhe mais mas me meu minha na nao nas no nos o os ou para pela pelas pelo pelos por qual
    que se sem ser seu seus sua suas te tem um uma umas uns voce`,
  shoppingWords: 'barata barato comprar melhor melhores preciso preco procuro quero',
  sentenceWords: `algo alguem bem coisa coisas dar fazer gosta gostam gostaria muito presentear quando quem
    sempre tenho usar`,
  occasionWords: `amiga amigo aniversario avo casamento esposa filha filho irma irmao mae marido natal pai
    presente tia tio vizinho`,
  contextMarkers: 'para com compativel',
  accessories: `acessorio adaptador alca bateria bolsa cabo capa capinha carregador cartucho estojo filtro kit
    lampada lente pelicula pulseira refil suporte tapete tinta toner`,
  negations: {
    before: 'sem nao exceto nenhum nenhuma',
    between: 'ou nem',
    prefixes: 'nao',
  },
  numbers: `um 1 dois 2 duas 2 tres 3 quatro 4 cinco 5 seis 6 sete 7 oito 8 nove 9 dez 10 onze 11 doze 12
    treze 13 catorze 14 quatorze 14 quinze 15 dezesseis 16 dezasseis 16 dezessete 17 dezassete 17 dezoito 18
    dezenove 19 dezanove 19 vinte 20 trinta 30 quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80
    noventa 90 cem 100 cento 100 duzentos 200 trezentos 300 quatrocentos 400 quinhentos 500 seiscentos 600
    setecentos 700 oitocentos 800 novecentos 900 mil 1000`,
  numberJoiner: 'e',
  isNounFirst: true,
  stems: ['oes:ao:1 aes:ao:1 ais:al:2 eis:el:2 ois:ol:2 ns:m:2 res:r:2 zes:z:2 ss:ss s:', 'a: o: e:'],
  endings: '- ar er ir ando endo indo ado ido a o',
  synonyms: `
    celular telemovel smartphone
    televisao televisor tv
    geladeira frigorifico
    portatil laptop notebook
    bicicleta bike
    tenis sapatilha
    mochila backpack`,
  kinds: `
    tenis sapatilha: sapato
    parka: casaco
    jeans: calca
    caneca: xicara`,
};
