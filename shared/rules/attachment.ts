/** Problem of a file of another type than those of documents, such as `zip`: no viewer displays it and nothing is converted from it. */
export const unopenedFileProblem = (type?: string): string =>
  `Files of this kind${type === undefined ? '' : ` (${type})`} are stored but not opened.`;

/** Whether a problem is `unopenedFileProblem`, also of a file that was stored before the text named the type. */
export const isUnopenedFile = (problem: string | null): boolean =>
  problem !== null && /^Files of this kind(?: \([\w.-]+\))? are (?:stored|kept) but not opened\.$/.test(problem);

/** Problem of a web page: it is shown without anything that runs. */
export const webPageProblem = 'Web pages are kept but not opened.';
