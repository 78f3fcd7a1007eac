import { Chalk, type ChalkInstance } from 'chalk';
import type { Io, OutputStream } from '../io.ts';

/** Colour is one of `auto`, `always` and `never` (`--color`); `auto` follows NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM and whether the stream is a terminal. */
const wantsColor = (choice: string, stream: OutputStream, env: Io['env']): boolean => {
  if (choice === 'always') return true;
  if (choice === 'never') return false;
  if (env['NO_COLOR'] || env['TERM'] === 'dumb') return false;
  const forced = env['FORCE_COLOR'] ?? env['CLICOLOR_FORCE'];
  if (forced !== undefined) return forced !== '0';
  return stream.isTTY === true;
};

/** The colours of one stream. The 16 colours of the terminal's own theme, which reads on light and dark backgrounds. */
export const colorsFor = (choice: string, stream: OutputStream, env: Io['env']): ChalkInstance =>
  new Chalk({ level: wantsColor(choice, stream, env) ? 1 : 0 });

const states: readonly (readonly [RegExp, 'green' | 'yellow' | 'red' | 'cyan'])[] = [
  [/^(ok|completed?|done|success|succeeded|active|complete|delivered|resolved|enabled|finished|alive)$/i, 'green'],
  [/^(failed|error|conflict|invalid|refused|broken|dead|suspect|delete)$/i, 'red'],
  [/^(warn|warning|unknown|retry|retrying|open|paused|stopped|drifted|interrupted|doubtful|partial|brake)$/i, 'yellow'],
  [/^(running|in ?progress|ready|waiting|acknowledged|create|update)$/i, 'cyan'],
];

/** A word of state in its colour; other words as they are. The word itself says the state, so nothing is lost without colour. */
export const coloredState = (colors: ChalkInstance, text: string): string => {
  const color = states.find(([pattern]) => pattern.test(text))?.[1];
  return color === undefined ? text : colors[color](text);
};

/** A summary such as `12 create, 3 failed` with each count in the colour of its state. */
export const coloredCounts = (colors: ChalkInstance, text: string): string =>
  text.replaceAll(/\b[1-9][\d,]* ([a-z]+)\b/g, (count, state: string) => {
    const colored = coloredState(colors, state);
    return colored === state ? count : colored.replace(state, count);
  });

const countField = /^(ok|failed|conflict|unknown)$/;

/** A cell in the colour of its state: the state itself, or a count above 0 under the name of a state. */
export const coloredCell = (colors: ChalkInstance, field: string, text: string): string => {
  if (holdsState(field)) return coloredState(colors, text);
  const isCount = countField.test(field) && /^ *[1-9][\d,]* *$/.test(text);
  return isCount ? coloredState(colors, field).replace(field, text) : text;
};

const stateField = /^(status|state|verdict|severity|health|result)$|(Status|State|Severity)$/;

/** Whether the cells of a field are words of state. */
export const holdsState = (field: string): boolean => stateField.test(field);
