/** `gid://shopify/<type>/<id>`. */
export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

export function isGid(text: string): boolean {
  return /^gid:\/\/[a-z-]+\/\w+\/\S+$/.test(text);
}

/** Type and number of a GID; undefined when it has no number. */
export function readGid(text: string): { type: string; id: number } | undefined {
  const [, type, digits] = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(text) ?? [];
  return type === undefined ? undefined : { type, id: Number(digits) };
}

/** The number of a GID of this type. */
export function numberIn(type: string, text: string): number | undefined {
  const read = readGid(text);
  return read?.type === type ? read.id : undefined;
}
