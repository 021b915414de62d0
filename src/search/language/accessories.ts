import { words } from './words.ts';

/** Nouns that make an accessory or a part of the thing named beside them, folded: a "keyboard cover" is no keyboard. */
export const ACCESSORIES: Record<string, readonly string[]> = {
  en: words(`accessory adapter adaptor arm bag battery bracket cable cartridge case charger cleaner cover cradle dock drum
    filter holder ink kit lamp lens lock mat mount pad part pouch protector rack refill replacement skin sleeve spare stand
    strap stylus toner`),
  de: words(`abdeckung adapter akku armband aufbewahrung batterie beutel ersatz ersatzteil etui filter folie gurt halter
    halterung hulle kabel ladegerat matte objektiv patrone reiniger riemen schloss schutz schutzfolie schutzhulle stander
    tasche toner zubehor`),
  fr: words(`accessoire adaptateur ampoule batterie bracelet cable cartouche chargeur coque encre etui filtre housse kit
    objectif piece pochette protection rechange recharge sac sangle support tapis toner`),
  es: words(`accesorio adaptador alfombrilla bateria bolsa cable cargador cartucho correa cubierta estuche filtro funda kit
    lampara objetivo protector recambio repuesto soporte tinta toner`),
  it: words(`accessorio adattatore batteria borsa cartuccia caricabatterie caricatore cavo cinturino copertura cover custodia
    filtro inchiostro kit lampada obiettivo pellicola protezione ricambio supporto tappetino toner`),
  nl: words(`accessoire accu adapter batterij beschermer cartridge filter hoes hoesje houder inkt kabel lader lens mat
    onderdeel oplader riem slot tas toner`),
  pt: words(`acessorio adaptador alca bateria bolsa cabo capa capinha carregador cartucho estojo filtro kit lampada lente
    pelicula pulseira refil suporte tapete tinta toner`),
  sv: words(`adapter armband batteri blackpatron fodral filter faste hallare kabel laddare lins matta patron rem
    reservdel skal skydd stativ tillbehor toner vaska`),
};
