// Controls (C0, DEL, C1), line separators, and the marks that turn the direction of text: a name from the server must not move
// the cursor, colour the screen, or show another order than it has.
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const dangerous = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const written = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text that may go to a terminal: dangerous characters are written out as `\u001b`. */
export const forTerminal = (text: string): string => text.replace(dangerous, written);

/** The same for text of several lines of our own making. */
export const linesForTerminal = (text: string): string => text.split('\n').map(forTerminal).join('\n');

/** JSON escapes C0 by itself; C1 and direction marks are written out so that a terminal never sees them. Stays the same JSON. */
export const jsonForTerminal = (json: string): string =>
  json.replace(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, written);
