type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;
export type Child = Node | string | undefined;

/** Makes an element. Text becomes text nodes, never markup; `on…` adds a listener; false and undefined leave an attribute out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Picture that is left out when the host does not load it; only web addresses are asked for. */
export function picture(url: string | undefined, alt = ''): HTMLElement | undefined {
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return h('img', {
    src: url,
    alt,
    loading: 'lazy',
    onerror: ({ target }) => (target as HTMLElement).remove(),
  });
}
