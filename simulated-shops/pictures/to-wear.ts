import type { Drawing } from './drawing.ts';

const BUTTONED_SHIRT = `<path class="d" d="M66 60 34 84l8 70 20-2 8-70zM134 60l32 24-8 70-20-2-8-70z"/>
<path class="m" d="M78 46 62 60q-6 52 0 104h76q6-52 0-104l-16-14-22 10z"/>`;
const COLLAR = `<path class="l" d="M78 44 100 66 90 80 70 56zM122 44 100 66l10 14 20-24z"/>
<path class="o" d="M100 70v92"/><path class="dots" d="M106 86v70"/>`;
const LONG_SLEEVES = `<path class="d" d="M64 50 38 76l-6 76h22l12-64zM136 50l26 26 6 76h-22l-12-64z"/>`;
const BODY = '<path class="m" d="M76 44 60 54q-4 54 0 110h80q4-56 0-110l-16-10q-24 14-48 0z"/>';

/** Drawings of shoes, clothes and bags, the most particular words first. */
export const toWear: Drawing[] = [
  {
    words: /rain shoe|rubber boot|wellington|rain boot/,
    color: '#e8b93a',
    shapes: `<path class="m" d="M58 40h48l2 68q4 10 26 14 26 4 28 30H58q-4-56 0-112z"/>
<path class="l" d="M58 40h48v14H57z"/><path class="s" d="M56 148h107v8q0 6-6 6H110l-6-4-6 4H62q-6 0-6-6z"/>
<path class="shine" d="M70 66v62"/><path class="o" d="M134 124q10 10 6 22"/>`,
  },
  {
    words: /hiking|\bboots?\b/,
    color: '#9a6a43',
    shapes: `<path class="m" d="M48 42q22 6 44-2l8 50q8 16 38 20 26 4 28 34H46q-6-52 2-102z"/>
<path class="d" d="M48 42q22 6 44-2l2 14q-24 6-48 2zM134 110q30 2 32 34h-40q-4-20 8-34z"/>
<path class="d" d="M46 110q20 2 24 34H46z"/><path class="k" d="M42 142h126v12q0 8-8 8h-12l-6-5-8 5h-12l-6-5-8 5H50q-8 0-8-8z"/>
<path class="laces" d="M80 66l20-4M82 80l21-5M87 94l20-7M98 106l17-9"/>`,
  },
  {
    words: /dress shoe|oxford shoe|loafer|heels?\b|formal shoe/,
    color: '#3a3230',
    shapes: `<path class="m" d="M36 84q16 10 40 0l14-2q18 24 44 30 34 6 38 28H38q-6-28-2-56z"/>
<path class="d" d="M128 110q40 6 44 30h-54q-2-18 10-30z"/><path class="o" d="M128 110q-12 12-10 30M58 140q0-26 26-56"/>
<path class="laces" d="M92 98l14-8M102 106l13-8"/><path class="k" d="M36 138h136q2 10-6 12H70v8q0 4-4 4H42q-6 0-6-6z"/>
<path class="shine" d="M146 124q10 4 14 10"/>`,
  },
  {
    words: /running|trail shoe|trainers?\b|sport shoe/,
    color: '#3c4146',
    shapes: `<path class="m" d="M36 134q-6-30 0-58 14 8 28 4 8-4 14-16l18-2q16 32 42 42 28 8 32 30z"/>
<path class="a" d="M36 76q6 4 12 5l6 53H36q-6-30 0-58zM142 106q24 8 28 28h-34q-4-16 6-28z"/>
<path class="a" d="M66 134 92 92l9 8-18 34zM90 134l19-27 9 6-14 21z"/>
<path class="laces" d="M80 82l22-6M88 94l20-9M98 105l17-11"/>
<path class="w" d="M32 130h138q6 4 4 14H36q-5-5-4-14z"/><path class="k" d="M34 143h140q0 17-12 17h-10l-5-5-6 5h-12l-5-5-6 5h-12l-5-5-6 5H83l-5-5-6 5H48q-12 0-14-17z"/>`,
  },
  {
    words: /sneaker|\bshoes?\b|sandal|slipper/,
    color: '#c8553d',
    shapes: `<path class="m" d="M36 140q-6-32 0-60 20 6 38-4l14-4q16 34 46 40 30 6 34 28z"/>
<path class="w" d="M138 112q28 4 32 28h-44q-2-18 12-28z"/><path class="d" d="M36 80l12 2 4 58H36q-6-32 0-60z"/>
<path class="laces" d="M74 92l22-10M82 104l22-12M93 114l20-13M106 122l17-13"/>
<path class="w" d="M32 136h138q4 0 4 6v6q0 12-12 12H44q-12 0-12-12z"/><path class="red" d="M34 146h138" />`,
  },
  {
    words: /sailor|striped (shirt|tee|top)|breton/,
    color: '#f6f3ec',
    shapes: `${LONG_SLEEVES}${BODY}<clipPath id="shirt">${LONG_SLEEVES}${BODY}</clipPath><path class="navy" clip-path="url(#shirt)" d="M30 76h140M30 92h140M30 108h140M30 124h140M30 140h140"/>`,
  },
  {
    words: /hood(y|ie)/,
    color: '#3c4146',
    shapes: `${LONG_SLEEVES}${BODY}<path class="s" d="M72 48q4-22 28-22t28 22q-12 22-28 22T72 48z"/><path class="d" d="M82 50q2-14 18-14t18 14q-8 12-18 12T82 50z"/>
<path class="d" d="M72 122h56l8 30H64z"/><path class="laces" d="M92 70v22M108 70v22"/><circle class="a" cx="100" cy="104" r="9"/>`,
  },
  {
    words: /sweater|pullover|jumper|cardigan|knit/,
    color: '#9aa0a6',
    shapes: `${LONG_SLEEVES}${BODY}<path class="s" d="M60 150h80v14H60zM32 140h22l-2 13H31zM146 140h22l1 13h-21z"/>
<path class="collar" d="M76 45q24 16 48 0"/><path class="light-line" d="M66 96l7-9 7 9 6-9 7 9 7-9 7 9 7-9 6 9 7-9 7 9"/><path class="o" d="M62 106h76M62 78h76"/>`,
  },
  {
    words: /flannel|checked|plaid|tartan/,
    color: '#b5433b',
    shapes: `${BUTTONED_SHIRT}<clipPath id="shirt">${BUTTONED_SHIRT}</clipPath><path class="check" clip-path="url(#shirt)" d="M30 88h140M30 114h140M30 140h140M50 50v120M78 40v130M122 40v130M150 50v120"/>${COLLAR}`,
  },
  {
    words: /oxford|formal shirt|dress shirt|blouse/,
    color: '#a9c4e4',
    shapes: `${BUTTONED_SHIRT}${COLLAR}<path class="d" d="M112 88h20v18l-10 6-10-6z"/><path class="o" d="M112 94h20"/>`,
  },
  {
    words: /t-shirt|\btee\b|jersey/,
    color: '#f6f3ec',
    shapes: `<path class="m" d="M74 42 36 62 26 100l28 8 8-14q-2 36 0 68h76q2-32 0-68l8 14 28-8-10-38-38-20q-26 18-52 0z"/>
<path class="d" d="M62 94q2-10 2-20l-6 28zM138 94q-2-10-2-20l6 28zM62 152h76v10H62z"/><path class="collar" d="M74 43q26 20 52 0"/>`,
  },
  {
    words: /shirt|polo\b|top\b/,
    color: '#f6f3ec',
    shapes: `${BUTTONED_SHIRT}${COLLAR}<path class="o" d="M44 146l16-2M156 146l-16-2"/>`,
  },
  {
    words: /jacket|coat|parka|anorak|vest\b/,
    color: '#e8b93a',
    shapes: `${LONG_SLEEVES}${BODY}<path class="s" d="M70 50q2-24 30-24t30 24q-10 24-30 24T70 50z"/><path class="d" d="M80 52q2-16 20-16t20 16q-8 14-20 14T80 52z"/>
<path class="w" d="M97 74h6v90h-6z"/><path class="o" d="M70 124l18 8v14M130 124l-18 8v14"/><path class="shine" d="M70 76v34"/>`,
  },
  {
    words: /trousers|jeans|pants|leggings|shorts/,
    color: '#46648c',
    shapes: `<path class="m" d="M62 38h76l10 126h-34l-14-86-14 86H52z"/><path class="d" d="M62 38h76l1 14H61z"/><path class="o" d="M100 52v24M64 62q14 2 16-10M136 62q-14 2-16-10"/>`,
  },
  {
    words: /dress\b|skirt/,
    color: '#b3627e',
    shapes: `<path class="m" d="M76 36l8 2q4 16 16 16t16-16l8-2 4 44-8 14 34 70H46l34-70-8-14z"/><path class="d" d="M80 90h40v9H77z"/><path class="o" d="M84 112l-14 48M116 112l14 48M100 112v48"/>`,
  },
  {
    words: /socks?\b|tights/,
    color: '#8b9a6b',
    shapes: `<path class="d" d="M98 40h34v66l24 20q14 16-2 26-12 6-24-2l-32-26z"/><path class="m" d="M62 46h36v68l26 22q14 16-2 26-12 8-26-2l-34-28z"/>
<path class="s" d="M98 40h34v14H98zM62 46h36v16H62z"/><path class="w" d="M62 74h36v8H62zM98 66h34v7H98z"/><path class="l" d="M62 110q16-4 22 16l-14 12-8-6zM122 162q-14 6-26-2l-8-6q20-2 30-22l6 4q14 16-2 26z"/>`,
  },
  {
    words: /sun hat|straw|\bcap\b|fedora|panama/,
    color: '#e0bd7c',
    shapes: `<g transform="translate(0 16)"><ellipse class="d" cx="100" cy="126" rx="76" ry="24"/><ellipse class="m" cx="100" cy="121" rx="76" ry="22"/>
<path class="l" d="M58 116q0-60 42-60t42 60q-42 16-84 0z"/><path class="red-band" d="M58 106q42 16 84 0v14q-42 17-84 0z"/><path class="o" d="M68 96q32 10 64 0M74 78q26 8 52 0M86 63q14 4 28 0"/></g>`,
  },
  {
    words: /winter hat|beanie|\bhats?\b|bonnet/,
    color: '#4a4f55',
    shapes: `<circle class="w" cx="100" cy="48" r="17"/><path class="m" d="M48 126q-4-66 52-66t52 66z"/><path class="o" d="M76 70q-12 20-10 52M100 62v60M124 70q12 20 10 52"/>
<rect class="d" x="40" y="118" width="120" height="36" rx="12"/><path class="o" d="M60 122v28M80 122v28M100 122v28M120 122v28M140 122v28"/>`,
  },
  {
    words: /belt/,
    color: '#8a5a36',
    shapes: `<g transform="translate(0 8)"><path class="belt-inside" d="M62 100a40 36 0 0 1 78 0"/><path class="belt" d="M44 112q0 36 56 36t56-36q0-38-56-38-50 0-56 34"/>
<rect class="brass" x="30" y="92" width="34" height="40" rx="6"/><path class="brass-pin" d="M36 112h34"/><path class="dots" d="M92 148h44"/></g>`,
  },
  {
    words: /tote|shopping bag|shopper/,
    color: '#ecdfc4',
    shapes: `<path class="handle" d="M72 74q0-42 28-42t28 42"/><path class="m" d="M52 70h96l8 94H44z"/><path class="d" d="M52 70h96l1 12H51z"/>
<path class="leaf" d="M100 146v-34M100 132q-22 0-22-22 22 0 22 22zM100 122q22 0 22-22-22 0-22 22z"/>`,
  },
  {
    words: /backpack|rucksack|daypack/,
    color: '#3c4146',
    shapes: `<path class="handle" d="M84 40q0-14 16-14t16 14"/><rect class="s" x="40" y="92" width="18" height="58" rx="9"/><rect class="s" x="142" y="92" width="18" height="58" rx="9"/>
<path class="m" d="M54 76q0-40 46-40t46 40v78q0 10-10 10H64q-10 0-10-10z"/><path class="d" d="M54 82q46 12 92 0v-6q0-40-46-40T54 76z"/>
<rect class="l" x="66" y="106" width="68" height="48" rx="8"/><path class="o" d="M66 120h68M92 66h16"/><path class="brass" d="M96 118h8v14h-8z"/>`,
  },
  {
    words: /weekender|duffel|suitcase|luggage|\bbags?\b|handbag/,
    color: '#6f7d5a',
    shapes: `<path class="handle" d="M70 90q0-46 30-46t30 46"/><rect class="m" x="30" y="78" width="140" height="82" rx="24"/>
<path class="leather" d="M62 78h16v82H62zM122 78h16v82h-16zM34 142q6 18 24 18h84q18 0 24-18z"/><path class="o" d="M46 92h108"/><rect class="brass" x="94" y="86" width="12" height="16" rx="3"/>`,
  },
  {
    words: /scarf|shawl/,
    color: '#b3627e',
    shapes: `<path class="d" d="M104 88l26 72h30L128 82z"/><path class="m" d="M78 86 60 166h34l16-78z"/><path class="m" d="M56 60q44-30 88 0 8 34-20 40-28 6-56-2-20-10-12-38z"/>
<path class="d" d="M68 66q32 24 66 4 6 22-10 30-28 6-54-2-8-12-2-32z"/><path class="light-line" d="M70 134l30 2M68 146l30 2M146 138l-24 4M150 149l-24 4"/><path class="o" d="M76 58q24-12 50-2"/>`,
  },
  {
    words: /sunglasses|glasses|spectacles/,
    color: '#7a4a2a',
    shapes: `<g transform="translate(0 22)"><path class="frame" d="M36 92l-6-12M164 92l6-12M88 96q12-12 24 0"/><circle class="k" cx="62" cy="104" r="30"/><circle class="k" cx="138" cy="104" r="30"/>
<circle class="frame" cx="62" cy="104" r="29"/><circle class="frame" cx="138" cy="104" r="29"/><path class="shine" d="M48 108 64 90M124 108l16-18"/></g>`,
  },
  {
    words: /watch/,
    color: '#8a5a36',
    shapes: `<path class="m" d="M82 24h36l4 44H78zM78 132h44l-4 44H82z"/><path class="dots" d="M100 150v22"/><rect class="steel" x="146" y="93" width="10" height="14" rx="3"/>
<circle class="steel" cx="100" cy="100" r="48"/><circle class="k" cx="100" cy="100" r="39"/><path class="ticks" d="M100 67v7M100 126v7M67 100h7M126 100h7"/><path class="hands" d="M100 78v22l16 10"/>`,
  },
  {
    words: /apron/,
    color: '#5b7a8c',
    shapes: `<path class="ring" d="M78 58q0-30 22-30t22 30"/><path class="m" d="M74 52h52l4 34 22 18v60H48v-60l22-18z"/><path class="s" d="M48 128h104v36H48z"/><path class="d" d="M74 112h52v34q-26 8-52 0z"/><path class="light-line" d="M74 112h52"/>`,
  },
];
