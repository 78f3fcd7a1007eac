/** `5,000`. Not toLocaleString: loading the locale data costs a short run more than its work. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
