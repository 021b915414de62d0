/** Only ASCII letters are lowered: `toLowerCase` turns the Kelvin sign (U+212A) into a letter of another person's address. */
export function normalizeEmail(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** True for visible ASCII characters alone, as every stored address has. */
export function isAsciiEmail(email: string): boolean {
  return /^[!-?A-~]+@[!-?A-~]+$/.test(email);
}
