/** An address as the inspector shows it: without account, query and fragment, where receivers like to keep secrets. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'invalid address';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
