import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import type { OptionSpec } from '../command.ts';
import { CliError } from '../errors.ts';
import { readTextFile, readUpload } from './inputFiles.ts';
import type { Resource } from './resource.ts';
import type { FieldValue } from './setFields.ts';

/** Flags for what a record keeps as files, where it keeps any. A new record has nothing to take away. */
export const fileFlags = ({ upload, textFile }: Resource, deed: 'create' | 'update'): readonly OptionSpec[] => [
  ...[upload, textFile]
    .filter((file) => file !== undefined)
    .map(
      ({ flag, summary }): OptionSpec => ({
        flags: `--${flag} <file>`,
        summary,
        group: 'Selection',
        complete: 'files',
      }),
    ),
  ...(upload === undefined || deed === 'create'
    ? []
    : [{ flags: `--${upload.removal.flag}`, summary: upload.removal.summary, group: 'Selection' } as const]),
];

/** A flag as commander names its value: `remove-logo` becomes `removeLogo`. */
const given = (options: object, flag: string | undefined): unknown =>
  flag === undefined
    ? undefined
    : Reflect.get(
        options,
        flag.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      );

export interface RecordFiles {
  readonly file: ReceivedFile | undefined;
  /** Fields set by files and by the flag that takes the file away. */
  readonly set: readonly FieldValue[];
}

/** Reads the files the flags name, before anything is asked or sent. */
export const filesOf = async ({ upload, textFile }: Resource, options: object): Promise<RecordFiles> => {
  const uploadPath = given(options, upload?.flag);
  const textPath = given(options, textFile?.flag);
  const removes = given(options, upload?.removal.flag) === true;
  if (removes && uploadPath !== undefined) {
    throw new CliError('E-USAGE', `Give --${upload?.flag} or --${upload?.removal.flag}, not both.`);
  }
  const set: FieldValue[] = [];
  if (removes && upload !== undefined) set.push({ path: upload.removal.field, value: true });
  if (typeof textPath === 'string' && textFile !== undefined) {
    set.push({ path: textFile.field, value: await readTextFile(textPath, textFile.maxCharacters) });
  }
  const file =
    typeof uploadPath === 'string' && upload !== undefined ? await readUpload(uploadPath, upload.maxBytes) : undefined;
  return { file, set };
};
