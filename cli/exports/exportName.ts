import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

export const defaultTemplate = '{report}_{profile}_{utc}.csv';

/** `20260821T060000Z`: sorts by time, needs no quoting on any system. */
export const utcStamp = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const places = ['report', 'profile', 'utc'] as const;
export type NamePlaces = Readonly<Record<(typeof places)[number], string>>;

/** Profile names may hold what file names may not. */
const nameable = (text: string): string => text.replaceAll(/[^\w.-]+/g, '-');

/** Room for a number, `.manifest.json` and `.1a2b3c4d-5e6f7a8b.partial` below the 255 bytes of most file systems. */
const maxNameBytes = 200;

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
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new CliError('E-USAGE', `--name gives a name of over ${maxNameBytes} bytes.`);
  return name;
};

export const withGzipSuffix = (name: string, gzip: boolean): string =>
  gzip && !/\.gz$/i.test(name) ? `${name}.gz` : name;

const extension = /(?:\.(?:csv|ndjson|json))?(?:\.gz)?$/i;

/** What the files of one export have in common: the name without `.csv`, `.json`, `.ndjson` and `.gz`. */
export const stemOf = (name: string): string => name.replace(extension, '');

/** `users_default_20260821T060000Z_2.csv`: of a second export within the second that `{utc}` names. */
export const numberedName = (name: string, number: number): string =>
  number === 1 ? name : `${stemOf(name)}_${number}${extension.exec(name)?.[0] ?? ''}`;
