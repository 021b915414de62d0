import type { Tracking } from '../commerce/order/order.ts';
import { normalizeText } from '../commerce/text/normalize-text.ts';
import { toWebAddress } from '../commerce/text/web-address.ts';

/** Public tracking pages by the names of a carrier; `{number}` stands for the URL-encoded tracking number. */
const PAGES: Readonly<Record<string, string>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
  'ups, ups us, ups germany, ups netherlands, ups se': 'https://www.ups.com/track?tracknum={number}',
  'fedex, fedex ground, fedex sameday': 'https://www.fedex.com/fedextrack/?trknbr={number}',
  'dhl, dhl express, dhl us, dhl uk, dhl ecommerce, dhl at, dhl cz, dhl nl, dhl se':
    'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  'dhl de, dhl germany, dhl paket, dhl intraship de, deutsche post dhl, deutsche post':
    'https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode={number}',
  'royal mail': 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  'parcelforce, parcel force': 'https://www.parcelforce.com/track-trace?trackNumber={number}',
  'evri, evri uk, hermes uk, hermes world uk': 'https://www.evri.com/track/parcel/{number}',
  'hermes, hermes de, hermes germany':
    'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{number}',
  yodel: 'https://www.yodel.co.uk/tracking/{number}',
  'dpd, dpd de, dpd germany, dpd nl, dpd be': 'https://tracking.dpd.de/status/en_US/parcel/{number}',
  'dpd uk, dpd co uk, dpd local, interlink': 'https://track.dpd.co.uk/search?reference={number}',
  'gls, gls germany, gls netherlands': 'https://gls-group.eu/EU/en/parcel-tracking?match={number}',
  'tnt, tnt express, tnt express consignment':
    'https://www.tnt.com/express/en_gb/site/tracking.html?searchType=con&cons={number}',
  'postnl, post nl': 'https://jouw.postnl.nl/track-and-trace/{number}',
  bpost: 'https://track.bpost.cloud/btr/web/#/search?itemCode={number}',
  'la poste, colissimo': 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  'chronopost, chronopost france':
    'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}',
  'correos, correos spain, correos espana':
    'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}',
  'poste italiane': 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}',
  'post at, austrian post, osterreichische post': 'https://www.post.at/sv/sendungsdetails?snr={number}',
  'swiss post, post ch':
    'https://service.post.ch/EasyTrack/submitParcelData.do?formattedParcelCodes={number}',
  'an post': 'https://www.anpost.com/Post-Parcels/Track/History?item={number}',
  'postnord, postnord sverige ab, postnord sweden, postnord denmark, postnord norway':
    'https://tracking.postnord.com/tracking.html?id={number}',
  'bring, bring se, posten norge': 'https://tracking.bring.com/tracking/{number}',
  'inpost, inpost paczkomaty': 'https://inpost.pl/sledzenie-przesylek?number={number}',
  'poczta polska': 'https://emonitoring.poczta-polska.pl/?numer={number}',
  'ceska posta, czech post':
    'https://www.postaonline.cz/trackandtrace/-/zasilka/cislo?parcelNumbers={number}',
  'canada post, postes canada':
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  purolator: 'https://www.purolator.com/en/shipping/tracker?pin={number}',
  ontrac: 'https://www.ontrac.com/tracking/?number={number}',
  'correios, correios brazil': 'https://rastreamento.correios.com.br/app/index.php?objetos={number}',
  'australia post, auspost': 'https://auspost.com.au/mypost/track/#/details/{number}',
  'startrack, star track': 'https://startrack.com.au/track/details/{number}',
  sendle: 'https://track.sendle.com/tracking?ref={number}',
  aramex: 'https://www.aramex.com/track/results?ShipmentNumber={number}',
  'nz post, new zealand post': 'https://www.nzpost.co.nz/tools/tracking?trackid={number}',
  'japan post, japan post en, japan post ja':
    'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={number}&locale=en',
  'sagawa, sagawa en, sagawa ja, sagawa express':
    'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}',
  yunexpress: 'https://www.yuntrack.com/parcelTracking?id={number}',
  cainiao: 'https://global.cainiao.com/detail.htm?mailNoList={number}',
};

const PAGE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(PAGES).flatMap(([carriers, page]) =>
    carriers.split(',').map((carrier) => [toKey(carrier), page] as const),
  ),
);

/** Reduces to lower-case letters and digits: plugins store slugs (`royal-mail`), merchants and Shopify names (`Royal Mail`). */
function toKey(carrier: string): string {
  return normalizeText(carrier, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Adds the carrier's public tracking page when the shop gives no web address; `url` stays null for unknown carriers. */
export function withTrackingPage({ carrier, number, url }: Tracking): Tracking {
  const trimmed = number?.trim().toWellFormed();
  const page = trimmed && PAGE_OF.get(toKey(carrier ?? ''));
  const link = page ? page.replace('{number}', () => encodeURIComponent(trimmed)) : null;
  return { carrier, number, url: toWebAddress(url) ?? link };
}
