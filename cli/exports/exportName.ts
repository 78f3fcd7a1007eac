import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

export const defaultTemplate = '{report}_{profile}_{utc}.csv';

/** `20260821T060000Z`: sorts by time, needs no quoting on any system. */
export const utcStamp = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const places = ['report', 'profile', 'utc'] as const;
export type NamePlaces = Readonly<Record<(typeof places)[number], string>>;

/** Profile names may hold what file names may not. */
const nameable = (text: string): string => text.replaceAll(/[^\w.-]+/g, '-');

/** Room for `.1a2b3c4d.partial` and `.manifest.json` below the 255 bytes of most file systems. */
const longestName = 230;

/** Fills the places of a `--name` template; what comes out is a plain file name, never a path. */
export const fillName = (template: string, values: NamePlaces): string => {
  const name = template.replaceAll(/\{([^{}]*)\}/g, (_, place: string) => {
    const known = places.find((one) => one === place);
    if (known === undefined) {
      const list = places.map((one) => `{${one}}`).join(', ');
      throw new CliError('E-USAGE', `--name knows ${list}, not {${place}}.${didYouMean(place, places)}`);
    }
    return nameable(values[known]);
  });
  if (name === '' || name.startsWith('.') || /[/\\\0]/.test(name)) {
    throw new CliError(
      'E-USAGE',
      `--name gives "${name}": a file name without folders is needed; --out-dir names the folder.`,
    );
  }
  if (Buffer.byteLength(name) > longestName)
    throw new CliError('E-USAGE', `--name gives a name of over ${longestName} bytes.`);
  return name;
};

/** A template with the time gives a new name each second, so it replaces nothing by accident. */
export const isTimed = (template: string): boolean => template.includes('{utc}');

export const withGzipSuffix = (name: string, gzip: boolean): string =>
  gzip && !/\.gz$/i.test(name) ? `${name}.gz` : name;
