/** Which rows are open, as the address says it: their numbers, or all of the page. */
const all = 'all';

const idsIn = (open: string): number[] => open.split(',').map(Number).filter(Number.isSafeInteger);

export const isOpen = (open: string, id: number): boolean => open === all || idsIn(open).includes(id);

/** With this row turned round; `shown` are the rows of the page, which `all` stands for. */
export const withRowToggled = (open: string, id: number, shown: readonly number[]): string => {
  const before = open === all ? shown : idsIn(open).filter((one) => shown.includes(one));
  const after = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return after.join(',');
};

export const allOpen = all;
