import { readFileSync } from 'node:fs';

/** The JSON value of a text; undefined if it is not valid. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The JSON value of a file; undefined without a readable and valid one. */
export const readJsonFile = (path: string): unknown => {
  try {
    return jsonIn(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
