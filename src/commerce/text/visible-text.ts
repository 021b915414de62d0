import { normalizeText } from './normalize-text.ts';

/** Characters that are invisible or reorder text: agents must not read what a person cannot see. */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Zero-width joiners outside emoji and scripts that join letters. */
const STRAY_JOINERS =
  /(?<=^|[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\u200c\u200d]+|(?<=[\u200c\u200d])[\u200c\u200d]+/gu;

const MAY_HIDE = /[^ -\u00ac\u00ae-\u02ff\n\r\t]/u;

function mayHide(text: string): boolean {
  return MAY_HIDE.test(text);
}

export function toVisibleText(text: string): string {
  return mayHide(text) ? text.replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '') : text;
}

const TAGS = /[\u{e0020}-\u{e007e}]+/gu;

/** Decodes tag characters into the letters that they encode, to check hidden text too. */
export function toTextForMachines(text: string): string {
  if (!mayHide(text)) return text;
  const decoded = text.replaceAll(TAGS, (tags) => {
    const letters = [...tags].map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000));
    return ` ${letters.join('')} `;
  });
  return normalizeText(toVisibleText(decoded), 'NFKC');
}
