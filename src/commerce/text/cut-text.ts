/** Cuts a text to so many characters, and no surrogate pair in two. */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
