/** Access to CDA elements by local name: exports differ in namespaces, and old ones have none. */
export const childrenOf = (element: Element | null | undefined, name?: string): Element[] =>
  element ? [...element.children].filter(({ localName }) => name === undefined || localName === name) : [];

export const childOf = (element: Element | null | undefined, ...path: string[]): Element | null =>
  path.reduce<Element | null>((at, name) => childrenOf(at, name)[0] ?? null, element ?? null);

/** All descendants with this name, in document order. */
export const allOf = (element: Element | Document, name: string): Element[] => [
  ...element.getElementsByTagNameNS('*', name),
];

export const attributeOf = (element: Element | null | undefined, name: string): string =>
  element?.getAttribute(name)?.trim() ?? '';

/** Text with whitespace collapsed. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
