import type { Drawing } from './drawing.ts';

const STEAM = '<path class="steam" d="M78 48q-8-9 0-18t0-18M104 48q-8-9 0-18t0-18"/>';

function drawBook(emblem: string): string {
  return `<path class="s" d="M56 36h88q6 0 6 6v118q0 6-6 6H60q-12 0-12-12V44q0-8 8-8z"/><path class="w" d="M60 150h86v12H62q-6 0-6-6t4-6z"/>
<path class="m" d="M58 32h86q6 0 6 6v112H62q-10 0-14 6V42q0-10 10-10z"/><path class="d" d="M58 32h6v118q-12 0-16 6V42q0-10 10-10z"/>${emblem}`;
}

/** Drawings of goods for the home, food and paper, the most particular words first. */
export const forHome: Drawing[] = [
  {
    words: /travel mug|tumbler|thermos|flask|water bottle/,
    color: '#4f7f77',
    shapes: `<path class="k" d="M72 36h56l6 22H66z"/><rect class="d" x="90" y="28" width="24" height="10" rx="4"/><path class="m" d="M66 58h68l-8 100q0 6-6 6H80q-6 0-6-6z"/>
<path class="s" d="M69 92h62l-3 36H72z"/><path class="shine" d="M80 68l6 84"/>`,
  },
  {
    words: /enamel|camping mug/,
    color: '#f6f3ec',
    shapes: `<path class="blue-ring" d="M134 84h10q18 0 18 22t-22 24h-8"/><path class="m" d="M50 60h86v88q0 14-14 14H64q-14 0-14-14z"/>
<path class="d" d="M118 60h18v88q0 14-14 14h-14q10 0 10-14z"/><path class="blue-band" d="M46 56h94v10H46z"/><path class="speck" d="M66 88h.1M82 112h.1M70 136h.1M96 92h.1M100 140h.1M88 76h.1"/>`,
  },
  {
    words: /stoneware|handmade .*mug/,
    color: '#a98467',
    shapes: `<path class="ring" d="M130 82q34-4 34 26t-36 28"/><path class="m" d="M46 58h90q4 46-10 94-2 10-12 10H68q-10 0-12-10-14-48-10-94z"/>
<path class="teal" d="M46 58h90q2 24 0 44-8 10-18 2t-18 6-20-2-18 6-14-8q-4-24-2-48z"/><ellipse class="k" cx="91" cy="58" rx="45" ry="7"/><path class="shine" d="M60 74q-2 12 0 22"/>`,
  },
  {
    words: /mug/,
    color: '#d97b4f',
    shapes: `${STEAM}<path class="ring" d="M130 82h12q20 0 20 24t-22 26h-8"/><path class="m" d="M46 62h90v84q0 16-16 16H62q-16 0-16-16z"/>
<path class="d" d="M116 62h20v84q0 16-16 16h-16q12 0 12-16z"/><ellipse class="l" cx="91" cy="62" rx="45" ry="9"/><ellipse class="coffee" cx="91" cy="63" rx="37" ry="6"/><path class="shine" d="M60 82v48"/>`,
  },
  {
    words: /espresso|cups?\b|saucer/,
    color: '#f2e6cf',
    shapes: `<path class="thin-ring" d="M88 58h6q12 0 12 11T92 81"/><path class="m" d="M46 46h44v28q0 14-14 14H60q-14 0-14-14z"/><path class="d" d="M36 88h66l-10 8H46z"/>
<path class="thin-ring" d="M162 58h4q12 0 12 11t-14 12"/><path class="teal" d="M118 46h44v28q0 14-14 14h-16q-14 0-14-14z"/><path class="d" d="M108 88h66l-10 8h-46z"/>
<path class="thin-ring" d="M88 120h6q12 0 12 11t-14 12"/><path class="red-fill" d="M46 108h44v28q0 14-14 14H60q-14 0-14-14z"/><path class="d" d="M36 150h66l-10 8H46z"/>
<path class="thin-ring" d="M162 120h4q12 0 12 11t-14 12"/><path class="m" d="M118 108h44v28q0 14-14 14h-16q-14 0-14-14z"/><path class="d" d="M108 150h66l-10 8h-46z"/>`,
  },
  {
    words: /glass teapot/,
    color: '#e3eef0',
    shapes: `<path class="glass-ring" d="M144 86q26 0 26 26t-30 24"/><path class="glass" d="M60 70h78q20 34 6 76-4 14-18 14H72q-14 0-18-14-4-12-4-24L26 92l10-8 20 16z"/>
<path class="tea" d="M52 112h98q0 18-6 34-4 14-18 14H72q-14 0-18-14-6-16-2-34z"/><rect class="steel" x="86" y="74" width="28" height="52" rx="4"/><path class="holes" d="M93 90v30M100 90v30M107 90v30"/>
<rect class="steel" x="60" y="60" width="80" height="12" rx="6"/><circle class="k" cx="100" cy="52" r="9"/><path class="shine" d="M64 92q-4 14-2 44"/>`,
  },
  {
    words: /tea set|tea &|teapot|kettle|\btea\b/,
    color: '#5f8aa6',
    shapes: `<path class="ring" d="M52 78q-26-2-26 22t30 26"/><path class="m" d="M56 72h68q10 8 14 20l18-18 12 8-24 42q-4 38-28 38H68q-30 0-30-46 0-28 18-44z"/>
<path class="d" d="M60 72q30-26 60 0z"/><circle class="s" cx="90" cy="52" r="8"/><path class="shine" d="M58 94q-6 20 2 40"/><path class="thin-ring" d="M164 134h6q10 0 10 9t-14 9"/><path class="w" d="M116 124h50v20q0 18-18 18h-14q-18 0-18-18z"/><path class="blue-band" d="M116 130h50v7h-50z"/>`,
  },
  {
    words: /floor lamp|lantern|paper lamp/,
    color: '#f7ecd2',
    shapes: `<path class="wood-line" d="M86 124 72 166M114 124l14 42M100 124v42"/><path class="glow" d="M100 14a64 62 0 1 1-.1 0z"/><path class="m" d="M78 30h44q26 46 0 96H78q-26-50 0-96z"/>
<path class="o" d="M72 46h56M66 64h68M65 82h70M67 100h66M74 116h52"/><path class="wood" d="M76 26h48v7H76zM76 122h48v7H76z"/>`,
  },
  {
    words: /desk lamp/,
    color: '#3c4146',
    shapes: `<path class="beam" d="M96 82 150 62l36 92H84z"/><path class="arm" d="M58 154 44 96l68-48"/><circle class="s" cx="44" cy="96" r="8"/>
<path class="m" d="M34 152h52q8 0 8 10H26q0-10 8-10z"/><path class="m" d="M104 34q14-10 26 6l24 22-60 22q-8-34 10-50z"/><path class="d" d="M94 84l60-22q8 8 4 12-28 20-56 18-6 0-8-8z"/><ellipse class="flame" cx="126" cy="82" rx="14" ry="7" transform="rotate(-20 126 82)"/>`,
  },
  {
    words: /lamp|light\b|chandelier/,
    color: '#d98e63',
    shapes: `<path class="glow" d="M100 18a66 60 0 1 1-.1 0z"/><path class="teal" d="M88 108h24q30 14 22 38-4 14-16 16H82q-12-2-16-16-8-24 22-38z"/><path class="brass" d="M94 98h12v14H94z"/>
<path class="m" d="M72 36h56l22 68H50z"/><path class="d" d="M112 36h16l22 68h-24z"/><path class="o" d="M53 95h94"/><path class="shine" d="M76 126q-4 8 0 18"/>`,
  },
  {
    words: /scented|candle in/,
    color: '#f2e3c4',
    shapes: `<path class="flame" d="M100 26q18 22 0 36-18-14 0-36z"/><path class="wick" d="M100 58v14"/><path class="glass" d="M54 66h92v84q0 12-12 12H66q-12 0-12-12z"/><path class="m" d="M58 76h84v72q0 10-10 10H68q-10 0-10-10z"/>
<rect class="leather" x="68" y="96" width="64" height="40" rx="4"/><path class="laces" d="M80 110h40M88 122h24"/><path class="shine" d="M62 76v66"/>`,
  },
  {
    words: /candle/,
    color: '#e3ad3c',
    shapes: `<path class="glow" d="M100 4a46 46 0 1 1-.1 0z"/><path class="flame" d="M100 22q20 26 0 42-20-16 0-42z"/><path class="wick" d="M100 60v16"/><path class="m" d="M68 76q32-10 64 0v86H68z"/><path class="d" d="M114 73l18 3v86h-18z"/>
<path class="l" d="M68 76q32-10 64 0-2 10-8 10-2 16-8 16t-8-18q-20 4-28-2-2 18-8 18-6-2-4-24z"/><path class="s" d="M50 158h100v4q0 6-6 6H56q-6 0-6-6z"/>`,
  },
  {
    words: /sourdough|bak(e|ing)|cook ?book|recipes?/,
    color: '#b9793f',
    shapes: drawBook(
      '<path class="w" d="M66 108q-4-34 34-36 42 0 38 36-2 14-18 14H84q-16 0-18-14z"/><path class="o" d="M84 92l10 14M100 88l10 14M116 88l8 12"/><path class="light-line" d="M78 52h56"/>',
    ),
  },
  {
    words: /bird/,
    color: '#4d7a63',
    shapes: drawBook(
      '<path class="w" d="M72 112q0-32 30-34 4-14 18-14 12 0 14 12l10 4-10 6q-4 32-36 34l-12 8 2-10q-8-2-16-6z"/><path class="s" d="M84 104q16 2 24-14 8 22-12 26-8 0-12-12z"/><circle class="k" cx="121" cy="76" r="3.500"/><path class="light-line" d="M78 134h56"/>',
    ),
  },
  {
    words: /poems?|poetry|novel/,
    color: '#8a5578',
    shapes: drawBook(
      '<path class="light-line" d="M78 56h44M78 70h56M78 84h36"/><rect class="w" x="76" y="102" width="60" height="26" rx="8"/><path class="k" d="M84 108h10v9H84zM100 108h10v9h-10zM116 108h10v9h-10z"/><path class="light-line" d="M74 136h64"/>',
    ),
  },
  {
    words: /notebook|journal|diary|planner|sketchbook/,
    color: '#3c4146',
    shapes: `<rect class="w" x="56" y="36" width="96" height="130" rx="8"/><rect class="m" x="48" y="32" width="98" height="130" rx="8"/><path class="d" d="M56 32h8v130h-8q-8 0-8-8V40q0-8 8-8z"/>
<path class="a" d="M126 32h8v130h-8z"/><path class="grid" d="M78 60h40M78 76h40M78 92h40M78 108h40M78 124h40M78 140h40"/>`,
  },
  {
    words: /\bbooks?\b|guide|magazine/,
    color: '#3f6f8f',
    shapes: drawBook(
      '<path class="light-line" d="M78 60h54M78 76h38"/><circle class="w" cx="104" cy="116" r="16"/>',
    ),
  },
  {
    words: /\bpens?\b|pencil|fountain/,
    color: '#c9a04a',
    shapes: `<g transform="rotate(45 100 100)"><rect class="m" x="88" y="20" width="24" height="66" rx="8"/><path class="s" d="M86 82h28v8H86z"/><path class="d" d="M88 90h24l-3 42H91z"/><path class="l" d="M108 26h6q4 0 4 4v40h-4V34h-6z"/>
<path class="steel" d="M92 132h16l-4 26-4 12-4-12z"/><path class="k" d="M99 146h2v22h-2z"/><circle class="k" cx="100" cy="145" r="3"/><path class="shine" d="M95 32v44"/></g>`,
  },
  {
    words: /\bbed\b|bedding|duvet|pillow|sheet|linen set/,
    color: '#f6f3ec',
    shapes: `<rect class="wood" x="26" y="52" width="148" height="96" rx="8"/><path class="wood-dark" d="M30 144h12v20H30zM158 144h12v20h-12z"/><rect class="w" x="40" y="80" width="56" height="34" rx="12"/><rect class="w" x="104" y="80" width="56" height="34" rx="12"/>
<path class="m" d="M26 108q74-14 148 0v42q0 6-6 6H32q-6 0-6-6z"/><path class="l" d="M26 108q74-14 148 0v16q-74-14-148 0z"/><path class="o" d="M70 122q-8 18-6 32M130 122q8 18 6 32M100 120v34"/>`,
  },
  {
    words: /blanket|throw|towel|rug\b/,
    color: '#5d7f99',
    shapes: `<path class="fringe" d="M42 132v30M54 132v32M66 132v32M78 132v32M90 132v32M102 132v32M114 132v32M126 132v32M138 132v32M150 132v32M160 132v30"/><rect class="d" x="36" y="46" width="128" height="36" rx="18"/>
<rect class="m" x="36" y="64" width="128" height="80" rx="10"/><path class="w" d="M36 90h128v10H36zM36 118h128v6H36z"/><path class="s" d="M36 104h128v10H36z"/><path class="shine" d="M52 58h80"/>`,
  },
  {
    words: /\bpan\b|skillet|wok|cookware|saucepan/,
    color: '#3c4146',
    shapes: `<path class="d" d="M118 104l44 44q8 10 2 16t-16-2l-44-44z"/><circle class="ring-hole" cx="156" cy="156" r="4"/><circle class="d" cx="86" cy="84" r="58"/><circle class="m" cx="86" cy="82" r="56"/><circle class="k" cx="86" cy="82" r="45"/>
<path class="w" d="M62 74q6-20 26-14 24-2 24 18 6 22-18 24-12 8-22-2-18-6-10-26z"/><circle class="flame" cx="88" cy="82" r="11"/>`,
  },
  {
    words: /board|chopping|cutting/,
    color: '#c08a53',
    shapes: `<path class="d" d="M62 64q0-12 12-12h14V32q0-12 12-12t12 12v20h14q12 0 12 12v92q0 14-14 14H76q-14 0-14-14z"/><path class="m" d="M58 60q0-12 12-12h18V30q0-12 12-12t12 12v18h18q12 0 12 12v90q0 14-14 14H72q-14 0-14-14z"/>
<circle class="s" cx="100" cy="34" r="5"/><path class="o" d="M72 62q10 44 0 92M88 60q14 40 4 100M112 60q-10 44 4 100M128 62q-6 50 2 90"/>`,
  },
  {
    words: /sauce|bottle|\boil\b|vinegar|syrup/,
    color: '#5c9a3f',
    shapes: `<rect class="red-fill" x="88" y="20" width="24" height="24" rx="4"/><path class="m" d="M90 44h20v22q20 10 20 32v58q0 10-10 10H80q-10 0-10-10V98q0-22 20-32z"/><path class="d" d="M118 76q12 8 12 22v58q0 10-10 10h-8q6-40 6-90z"/>
<rect class="w" x="70" y="98" width="60" height="48"/><path class="green" d="M84 108q14-2 24 10 8 10 14 20-20 2-30-10-8-10-8-20z"/><path class="stem" d="M84 110q-4-4-4-8"/><path class="shine" d="M80 92V78"/>`,
  },
  {
    words: /coffee|beans/,
    color: '#a5673f',
    shapes: `<path class="d" d="M58 40h84v20H58z"/><path class="m" d="M56 56h88l8 100q0 10-10 10H58q-10 0-10-10z"/><path class="s" d="M58 34h84v12H58z"/><rect class="w" x="66" y="80" width="68" height="62" rx="6"/>
<g transform="rotate(35 100 111)"><ellipse class="coffee" cx="100" cy="111" rx="16" ry="23"/><path class="bean" d="M100 90q-8 12 0 21t0 21"/></g><path class="shine" d="M62 70v84"/>`,
  },
  {
    words: /plant|\bpots?\b|planter|garden|flower/,
    color: '#c7714a',
    shapes: `<path class="leaf" d="M100 106V62M100 92q-38 0-40-40 40 2 40 40zM100 80q0-44 40-48 0 46-40 48zM100 100q4-26 38-26-4 28-38 26z"/><path class="m" d="M58 112h84l-10 44q-2 8-10 8H78q-8 0-10-8z"/><path class="l" d="M52 98h96v18H52z"/><path class="d" d="M60 116h80l-2 8H62zM52 160h96v4q0 6-6 6H58q-6 0-6-6z"/>`,
  },
  {
    words: /clock/,
    color: '#c79a63',
    shapes: `<circle class="d" cx="100" cy="104" r="68"/><circle class="m" cx="100" cy="100" r="68"/><circle class="w" cx="100" cy="100" r="56"/><path class="hours" d="M100 52v10M100 138v10M52 100h10M138 100h10"/><path class="clock-hands" d="M100 66v34l24 16"/><circle class="red-fill" cx="100" cy="100" r="6"/>`,
  },
  {
    words: /chair|stool|armchair|seat/,
    color: '#c08a53',
    shapes: `<path class="d" d="M66 110h12l-4 58H62zM126 110h12l4 58h-12z"/><path class="m" d="M62 30h12l4 78H64zM126 30h12l-2 78h-14z"/><path class="m" d="M62 34q38-10 76 0v14q-38-10-76 0z"/><path class="d" d="M66 64q34-8 68 0v12q-34-8-68 0z"/><path class="l" d="M54 104h92l6 14q0 6-6 6H54q-6 0-6-6z"/>`,
  },
  {
    words: /sofa|couch|settee/,
    color: '#6d8a7c',
    shapes: `<rect class="d" x="40" y="60" width="120" height="60" rx="16"/><rect class="m" x="26" y="86" width="148" height="66" rx="16"/><path class="l" d="M50 92h48v34H50zM102 92h48v34h-48z"/><path class="wood-dark" d="M40 150h10v14H40zM150 150h10v14h-10z"/>`,
  },
  {
    words: /table|desk|shelf|cabinet|dresser/,
    color: '#b98450',
    shapes: `<path class="m" d="M28 76h144v16H28z"/><path class="d" d="M38 92h12l-4 72H36zM150 92h12l2 72h-10z"/><path class="l" d="M54 92h92v22H54z"/><circle class="k" cx="100" cy="103" r="4"/>`,
  },
  {
    words: /print|poster|painting|picture/,
    color: '#3f6f8f',
    shapes: `<rect class="wood" x="40" y="26" width="120" height="142" rx="4"/><rect class="w" x="50" y="36" width="100" height="122"/><rect class="glow-solid" x="62" y="48" width="76" height="98"/><circle class="red-fill" cx="112" cy="78" r="15"/><path class="m" d="M62 118l24-26 20 22 14-14 18 20v26H62z"/><path class="s" d="M62 132q40-12 76 0v14H62z"/>`,
  },
  {
    words: /sculpture|statue|vase/,
    color: '#ece6da',
    shapes: `<path class="m" d="M76 134q-22-30 4-52 22-18 12-36-4-14 14-20 26 6 20 34-4 16-18 28 24-4 26 18 2 16-14 28z"/><path class="d" d="M112 88q22-2 22 18 2 16-14 28h-20q22-20 12-46z"/><ellipse class="hole" cx="94" cy="108" rx="10" ry="14"/><path class="k" d="M62 134h76v30H62z"/><path class="brass" d="M86 144h28v8H86z"/>`,
  },
  {
    words: /consult|design|service|advice|course|voucher/,
    color: '#4f7f77',
    shapes: `<rect class="w" x="34" y="40" width="116" height="116" rx="6"/><path class="plan" d="M48 54h88v88H48zM48 98h40v44M88 54v22M112 98h24"/><path class="d" d="M96 106h16v28H96zM58 62h20v12H58z"/>
<g transform="rotate(40 140 110)"><path class="flame" d="M132 56h16v82h-16z"/><path class="w" d="M132 138h16l-8 20z"/><path class="k" d="M137 150h6l-3 8z"/><path class="red-fill" d="M132 44h16v12h-16z"/></g>`,
  },
];

/** Parcel, for goods that no other drawing is of. */
export const PARCEL: Omit<Drawing, 'words'> = {
  color: '#c79a63',
  shapes: `<path class="m" d="M38 74 100 48l62 26v66l-62 28-62-28z"/><path class="d" d="M100 100l62-26v66l-62 28z"/><path class="l" d="M38 74l62-26 62 26-62 26z"/><path class="w" d="M62 64l62 26v24l14-6V84L76 58z"/>`,
};
