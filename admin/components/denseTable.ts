/** A table of many columns that fits a screen of 1280 pixels: times may break, and only the arrow of the order in use takes room. */
export const denseTable = {
  '& td, & th': { paddingX: 0.5 },
  '& td:last-of-type, & th:last-of-type': { paddingRight: 1.5 },
  '& time': { whiteSpace: 'normal' },
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
} as const;

/** A cell whose text is longer than its column: one line, the whole of it in the `title` of what it holds. */
export const longCell = { maxWidth: 112, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
