import { useState } from 'react';

/** Stores that are selected for an action. */
export interface Selection {
  slugs: ReadonlySet<string>;
  select(slugs: readonly string[], on: boolean): void;
  clear(): void;
}

/** Keeps only what is still listed: an action never reaches a store that a filter hides. */
export function useSelection(listed: readonly string[]): Selection {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  return {
    slugs: new Set(listed.filter((slug) => selection.has(slug))),
    select: (slugs, on) =>
      setSelection((before) => {
        const others = [...before].filter((slug) => !slugs.includes(slug));
        return new Set(on ? [...others, ...slugs] : others);
      }),
    clear: () => setSelection(new Set()),
  };
}
