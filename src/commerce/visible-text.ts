import { normalizeText } from './normalize-text.ts';

/** Shows nothing, or shows text in another order than it is written: what a person cannot see, no agent shall read. */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Joiners stand within emoji and in scripts that join letters; after these they join nothing. */
const STRAY_JOINERS =
  /(?<=^|[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\u200c\u200d]+|(?<=[\u200c\u200d])[\u200c\u200d]+/gu;

const MAY_HIDE = /[^ -\u00ac\u00ae-\u02ff\n\r\t]/u;

/** What a shop wrote, as a person sees it: without zero-width, direction-turning and tag characters. */
export function visibleText(text: string): string {
  return MAY_HIDE.test(text) ? text.replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '') : text;
}

const TAGS = /[\u{e0020}-\u{e007e}]+/gu;

/** The same for who looks for what is hidden: characters that only machines read become those that they stand for. */
export function textForMachines(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  const told = text.replaceAll(TAGS, (tags) => {
    const letters = [...tags].map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000));
    return ` ${letters.join('')} `;
  });
  return normalizeText(visibleText(told), 'NFKC');
}
