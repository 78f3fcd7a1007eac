import { settingNames } from '../config.ts';
import type { Context } from '../context.ts';

/** Settings whose values are ours or an address of a server; of the others only whether they are set. */
const shown = new Set(['api', 'interop', 'output', 'color', 'timeout', 'maxWait', 'environment']);

/** Where a value comes from, without names and paths. */
const sourceWords = (source: string): string => {
  const [word = ''] = source.split(' ');
  if (word === 'flag' || word === 'environment') return source;
  if (word === 'profile' || word === 'default') return word;
  return 'file';
};

/** An address without what may stand in it beside the server. */
const plain = (value: string): string => {
  try {
    return new URL(value).origin;
  } catch {
    return /^[\w. -]{1,40}$/.test(value) ? value : '(set)';
  }
};

export const bundleSettings = ({ config }: Context) =>
  settingNames.map((name) => {
    const { value, source, shadowed } = config.explain(name);
    return {
      setting: name,
      value: value === '' ? '' : shown.has(name) ? plain(value) : '(set)',
      source: sourceWords(source),
      shadowed: shadowed.map((layer) => sourceWords(layer.source)),
    };
  });
