import { normalizeText } from '../commerce/normalize-text.ts';
import type { Tracking } from '../commerce/order.ts';

/** Public tracking pages by carrier; `{number}` stands for the URL-encoded tracking number. */
const PAGES: readonly (readonly [page: string, carriers: string])[] = [
  ['https://tools.usps.com/go/TrackConfirmAction?tLabels={number}', 'usps'],
  ['https://www.ups.com/track?tracknum={number}', 'ups, ups us, ups germany, ups netherlands, ups se'],
  ['https://www.fedex.com/fedextrack/?trknbr={number}', 'fedex, fedex ground, fedex sameday'],
  [
    'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
    'dhl, dhl express, dhl us, dhl uk, dhl ecommerce, dhl at, dhl cz, dhl nl, dhl se',
  ],
  [
    'https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode={number}',
    'dhl de, dhl germany, dhl paket, dhl intraship de, deutsche post dhl, deutsche post',
  ],
  ['https://www.royalmail.com/track-your-item#/tracking-results/{number}', 'royal mail'],
  ['https://www.parcelforce.com/track-trace?trackNumber={number}', 'parcelforce, parcel force'],
  ['https://www.evri.com/track/parcel/{number}', 'evri, evri uk, hermes uk, hermes world uk'],
  [
    'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{number}',
    'hermes, hermes de, hermes germany',
  ],
  ['https://www.yodel.co.uk/tracking/{number}', 'yodel'],
  ['https://tracking.dpd.de/status/en_US/parcel/{number}', 'dpd, dpd de, dpd germany, dpd nl, dpd be'],
  ['https://track.dpd.co.uk/search?reference={number}', 'dpd uk, dpd co uk, dpd local, interlink'],
  ['https://gls-group.eu/EU/en/parcel-tracking?match={number}', 'gls, gls germany, gls netherlands'],
  [
    'https://www.tnt.com/express/en_gb/site/tracking.html?searchType=con&cons={number}',
    'tnt, tnt express, tnt express consignment',
  ],
  ['https://jouw.postnl.nl/track-and-trace/{number}', 'postnl, post nl'],
  ['https://track.bpost.cloud/btr/web/#/search?itemCode={number}', 'bpost'],
  ['https://www.laposte.fr/outils/suivre-vos-envois?code={number}', 'la poste, colissimo'],
  [
    'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}',
    'chronopost, chronopost france',
  ],
  [
    'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}',
    'correos, correos spain, correos espana',
  ],
  ['https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}', 'poste italiane'],
  ['https://www.post.at/sv/sendungsdetails?snr={number}', 'post at, austrian post, osterreichische post'],
  [
    'https://service.post.ch/EasyTrack/submitParcelData.do?formattedParcelCodes={number}',
    'swiss post, post ch',
  ],
  ['https://www.anpost.com/Post-Parcels/Track/History?item={number}', 'an post'],
  [
    'https://tracking.postnord.com/tracking.html?id={number}',
    'postnord, postnord sverige ab, postnord sweden, postnord denmark, postnord norway',
  ],
  ['https://tracking.bring.com/tracking/{number}', 'bring, bring se, posten norge'],
  ['https://inpost.pl/sledzenie-przesylek?number={number}', 'inpost, inpost paczkomaty'],
  ['https://emonitoring.poczta-polska.pl/?numer={number}', 'poczta polska'],
  [
    'https://www.postaonline.cz/trackandtrace/-/zasilka/cislo?parcelNumbers={number}',
    'ceska posta, czech post',
  ],
  [
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
    'canada post, postes canada',
  ],
  ['https://www.purolator.com/en/shipping/tracker?pin={number}', 'purolator'],
  ['https://www.ontrac.com/tracking/?number={number}', 'ontrac'],
  ['https://rastreamento.correios.com.br/app/index.php?objetos={number}', 'correios, correios brazil'],
  ['https://auspost.com.au/mypost/track/#/details/{number}', 'australia post, auspost'],
  ['https://startrack.com.au/track/details/{number}', 'startrack, star track'],
  ['https://track.sendle.com/tracking?ref={number}', 'sendle'],
  ['https://www.aramex.com/track/results?ShipmentNumber={number}', 'aramex'],
  ['https://www.nzpost.co.nz/tools/tracking?trackid={number}', 'nz post, new zealand post'],
  [
    'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={number}&locale=en',
    'japan post, japan post en, japan post ja',
  ],
  [
    'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}',
    'sagawa, sagawa en, sagawa ja, sagawa express',
  ],
  ['https://www.yuntrack.com/parcelTracking?id={number}', 'yunexpress'],
  ['https://global.cainiao.com/detail.htm?mailNoList={number}', 'cainiao'],
];

const PAGE_OF: ReadonlyMap<string, string> = new Map(
  PAGES.flatMap(([page, carriers]) => carriers.split(',').map((carrier) => [keyOf(carrier), page] as const)),
);

/** Reduces to lower-case letters and digits: plugins store slugs (`royal-mail`), merchants and Shopify names (`Royal Mail`). */
function keyOf(carrier: string): string {
  return normalizeText(carrier, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Adds the carrier's public tracking page when the shop gives no web address; `url` stays null for unknown carriers. */
export function withTrackingPage({ carrier, number, url }: Tracking): Tracking {
  return { carrier, number, url: webAddress(url) ?? trackingPage(carrier, number) };
}

function trackingPage(carrier: string | null, number: string | null): string | null {
  const page = PAGE_OF.get(keyOf(carrier ?? ''));
  const trimmed = number?.trim() ?? '';
  if (page === undefined || trimmed === '') return null;
  return page.replace('{number}', () => encodeURIComponent(trimmed.toWellFormed()));
}

/** Drops addresses other than http and https: shops accept any text. */
function webAddress(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
