/** What is said of a file whose kind is unknown: no viewer shows it and nothing is made of it. */
export const unknownFileProblem = 'Files of this kind are kept but not opened.';
/** What is said of a web page: it is shown without anything that runs. */
export const webPageProblem = 'Web pages are kept but not opened.';
