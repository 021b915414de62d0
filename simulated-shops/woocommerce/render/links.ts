const ALLOWED = { targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } };

/** `_links` of a resource; WordPress says what may be done with it only at its own address. */
export function renderLinks(self: string, collection: string, up?: string): object {
  return {
    self: [{ href: self, ...ALLOWED }],
    collection: [{ href: collection }],
    ...(up === undefined ? {} : { up: [{ href: up }] }),
  };
}

export function bareLinks(self: string, collection: string, up: string): object {
  return { self: [{ href: self }], collection: [{ href: collection }], up: [{ href: up }] };
}
