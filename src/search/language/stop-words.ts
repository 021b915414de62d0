import { words } from './words.ts';

/** Function words by language, folded. A query drops them unless nothing else is left; descriptions are indexed without them. */
export const STOP_WORDS: Record<string, readonly string[]> = {
  en: words(`a an and any are as at be been but by can could do does for from had has have i if in into is it its me my
    of on or our s so some t that the their them then there these they this those to us was we were what which will
    with without would you your`),
  de: words(`aber als am an auch auf aus bei bin bis da damit das dass dem den der des die dies diese diesem diesen dieser
    dieses doch du durch ein eine einem einen einer eines er es fur hat ich ihr ihre im in ist ja kann mein meine mit nach
    nicht noch nur ob oder ohne sein seine sich sie sind so uber um und uns unser unsere unter vom von vor war was wenn wie
    wir wird zu zum zur`),
  fr: words(`a au aux avec c ce ces cet cette d dans de des du elle en est et il ils j je l la le les leur leurs lui m ma mais
    me mes mon n ne nos notre nous on ou par pas pour qu que qui s sa sans se ses son sont sur t ta te tes ton tu un une
    vos votre vous y`),
  es: words(`a al algo como con de del desde donde e el ella ellas ellos en entre era es esa ese eso esta este esto ha hay
    la las le les lo los mas me mi mis muy no nos o para pero por que se ser si sin sobre son su sus te tu un una unas
    uno unos y ya yo`),
  it: words(`a ad agli ai al alla alle allo anche che chi ci come con cui d da dagli dai dal dalla dalle dallo degli dei del
    della delle dello di e ed gli ha i il in io l la le lo ma mi ne nei nel nella nelle nello no noi non o per piu quale
    quello questa questo se si sono su sugli sui sul sulla sulle sullo tra un una uno`),
  nl: words(`aan al als bij dan dat de der deze die dit door een en er het hij ik in is je kan maar me met mijn naar niet nog
    nu of om onder ons onze ook op over te tot u uit uw van voor was wat we wel wij ze zich zij zijn zonder`),
  pt: words(`a ao aos as com como da das de del do dos e ela ele em entre era essa esse esta este eu foi ha isso isto ja
    la lhe mais mas me meu minha na nao nas no nos o os ou para pela pelas pelo pelos por qual que se sem ser seu seus
    sua suas te tem um uma umas uns voce`),
  sv: words(`alla att av da de den denna det detta dig din ditt du dar efter ej eller en ett for fran har hos hur i icke in
    inte jag kan man med mig min mitt mot nar ni nu och om oss pa sa sig sin sitt ska som till under upp ut utan vad var
    vara vi vid ar over`),
};

/** Words about shopping, not about the product, folded: a query drops them like stop words. */
export const SHOPPING_WORDS: Record<string, readonly string[]> = {
  en: words(`best buy buying cheap cheapest find get good great looking need please price priced purchase recommend
    recommendation search show suggest want`),
  de: words(
    'beste besten bestes billig bitte brauche finde gunstig gunstige gunstiger kaufen preis suche will zeige',
  ),
  fr: words('acheter besoin cherche chercher meilleur meilleure montre pas-cher prix recherche trouver veux'),
  es: words('barata barato busco comprar mejor mejores necesito precio quiero'),
  it: words('acquistare cerco comprare economica economico migliore migliori prezzo voglio'),
  nl: words('beste goedkoop goedkope kopen nodig prijs wil zoek'),
  pt: words('barata barato comprar melhor melhores preciso preco procuro quero'),
  sv: words('basta billig billiga behover hitta kopa pris soker vill'),
};

/** Words of which sentences about a buyer are made, folded: a query that is a sentence drops them. */
export const SENTENCE_WORDS: Record<string, readonly string[]> = {
  en: words(`about also always am another any anyone anybody anything around because bought cost costs enjoy enjoys every
    everyone everything give given gives giving go goes going got id idea ideas im item items ive just keep keeps kind let
    like likes lot lots love loved loves made make makes making maybe might more most much must nice other own perhaps
    product products put really should since something someone somebody spend stuff take takes taking than thing things
    too up use used uses using very wants way well went when where while who whom whose why`),
  de: words(`brauchen braucht dabei etwas gerne gern gibt hab habe hatte immer jemand jemandem jemanden kannst machen macht
    mag mal meinem meinen meiner mochte mochten schenken sehr sollte sucht welche welcher wenn`),
  fr: words(`aime aiment aimerait aller alors avoir bien chose etre fait faire offrir peux plait quand quelque quelquun
    quoi souhaite toujours tres trop voudrais`),
  es: words(`algo alguien bien cosa cosas cuando da dar gusta gustan hacer quien quisiera regalar siempre tambien tiene
    tengo usar`),
  it: words(
    `altro anche bene cosa cosi dare fare piace piacciono qualcosa qualcuno quando regalare sempre serve vorrei`,
  ),
  nl: words(
    `altijd eens geven graag heb hebben heeft houdt iemand iets leuk maken mij moet veel waar wanneer wie wilt`,
  ),
  pt: words(
    'algo alguem bem coisa coisas dar fazer gosta gostam gostaria muito presentear quando quem sempre tenho usar',
  ),
  sv: words('alltid bra fa ge gillar gora nagon nagot ofta saker skulle tycker vem'),
};

/** Words for whom and when something is given, folded: in a sentence they say little about it beside other words. */
export const OCCASION_WORDS: Record<string, readonly string[]> = {
  en: words(`anniversary aunt birthday boyfriend brother christmas cousin dad daughter father friend gift girlfriend
    grandfather grandma grandmother grandpa husband mom mother mum neighbor neighbour niece nephew parent present
    roommate sister son uncle wedding wife`),
  de: words(`bruder cousin freund freundin frau geburtstag geschenk hochzeit mama mann mutter nachbar neffe nichte oma onkel
    opa papa schwester sohn tante tochter vater weihnachten`),
  fr: words(`ami amie anniversaire cadeau copain copine femme fille fils frere mari mariage mere noel oncle pere soeur tante
    voisin`),
  es: words(`abuela abuelo amiga amigo boda cumpleanos esposa hermana hermano hija hijo madre marido navidad padre regalo tia
    tio vecino`),
  it: words(`amica amico compleanno figlia figlio fratello madre marito matrimonio moglie natale nonna nonno padre regalo
    sorella vicino zia zio`),
  nl: words(`broer bruiloft buurman cadeau dochter kerst moeder oma oom opa tante vader verjaardag vriend vriendin vrouw
    zoon zus`),
  pt: words(`amiga amigo aniversario avo casamento esposa filha filho irma irmao mae marido natal pai presente tia tio
    vizinho`),
  sv: words(
    `brollop bror dotter far farfar fodelsedag fru granne jul mamma mor mormor pappa present son syster van`,
  ),
};

/** Words behind which a title names what a product goes with, folded. */
export const CONTEXT_MARKERS: Record<string, readonly string[]> = {
  en: words('for with compatible fits'),
  de: words('fur mit passend kompatibel'),
  fr: words('pour avec compatible'),
  es: words('para con compatible'),
  it: words('per con compatibile'),
  nl: words('voor met compatibel geschikt'),
  pt: words('para com compativel'),
  sv: words('for till med kompatibel'),
};

/** Words that only announce the size after them, as in "size 42", folded. */
export const SIZE_WORDS = new Set(
  words('eur size grosse gr taille talla talle taglia misura maat tamanho storlek strl sz'),
);
