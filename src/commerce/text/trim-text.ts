/** White space, and characters without a width; variation selectors belong to the sign before them. */
const BLANK = /^(?:\s|(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point})$/u;

/** Removes blanks and zero-width characters at the ends of a text, where programs and web pages leave both unseen. */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
