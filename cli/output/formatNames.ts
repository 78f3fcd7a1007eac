/** Forms a result can take. Apart from what writes them, because help and completion only need the names. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'yaml', 'ids'] as const;
export type Format = (typeof formats)[number];
