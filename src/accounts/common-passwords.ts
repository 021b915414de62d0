let passwords: Promise<ReadonlySet<string>> | undefined;

/** Fewest different characters of a password: "abababababab" stands in no list, and is as common. */
const MIN_DIFFERENT_CHARACTERS = 4;

/** True for one of the most common passwords, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.toLowerCase();
  if (new Set(folded).size < MIN_DIFFERENT_CHARACTERS) return true;
  passwords ??= loadPasswords();
  return (await passwords).has(folded);
}

/** Loads the list with the first new password: most processes never see one. */
async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
