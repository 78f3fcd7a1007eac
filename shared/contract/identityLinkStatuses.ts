/** States of a link: `Removed` refuses the subject. */
export const linkStatuses = ['Active', 'Removed'] as const;
