import { isRecord } from '../output/fields.ts';
import { thousands } from '../../shared/rules/thousands.ts';

/** Counts of what changed since the last good export. */
export interface DeltaSummary {
  /** Name of the file with the differences, in the same folder. */
  readonly file: string;
  /** The file it was compared with. */
  readonly against: string;
  readonly added: number;
  readonly removed: number;
  readonly changedRows: number;
  readonly changedCells: number;
}

/** `1 added, 2 removed, 1 cell changed in 1 row`. */
export const changesText = (counts: Omit<DeltaSummary, 'file' | 'against'>): string => {
  const { added, removed, changedRows, changedCells } = counts;
  const cells = `${thousands(changedCells)} ${changedCells === 1 ? 'cell' : 'cells'} changed`;
  const rows = `${thousands(changedRows)} ${changedRows === 1 ? 'row' : 'rows'}`;
  return `${thousands(added)} added, ${thousands(removed)} removed, ${cells} in ${rows}`;
};

/** The record of an export, in a file beside it: enough to check later whether the file is complete, and where it is from. */
export interface Manifest {
  readonly kind: 'carepost-export';
  readonly version: 1;
  /** A report, or the command whose rows these are: `orgs-list`. */
  readonly report: string;
  /** What limits its rows and columns, as requested: arguments, filters, conditions, columns. Only exports with the same are compared. */
  readonly selection: readonly string[];
  /** Name of the exported file, in the same folder. */
  readonly file: string;
  /**
   * --name with report and profile filled in, `users_default_{utc}.csv`; `{server}` for names from the server, the name itself for the file of
   * --latest, null for those of --out. --keep deletes files of the same pattern only. Missing in manifests of earlier releases.
   */
  readonly namePattern?: string | null;
  readonly format: 'csv' | 'ndjson' | 'json';
  readonly origin: string;
  readonly profile: string;
  /** Data rows, the header not counted. */
  readonly rows: number;
  /** Different keys among them, and the columns of the key; null where no column is known to identify a row. */
  readonly distinctIds: number | null;
  readonly key: readonly string[] | null;
  /** What the server counted when the first page and when the last page came; null where it does not count. */
  readonly totalCount: { readonly start: number; readonly end: number } | null;
  readonly pages: number;
  /** Rows received twice because others moved them to a later page; they are in the file once. */
  readonly duplicatesDropped: number;
  readonly columns: readonly string[];
  /** Of the file as written: compressed or prepared for Excel as requested. */
  readonly bytes: number;
  readonly sha256: string;
  /** Of the report as the server sent it, before columns and rows were selected here; null for rows of a list. */
  readonly received: { readonly bytes: number; readonly sha256: string } | null;
  readonly gzip: boolean;
  readonly excel: boolean;
  readonly started: string;
  readonly ended: string;
  readonly correlationId: string;
  /** Of each call, in order. */
  readonly correlationIds: readonly string[];
  /** `drifted`: rows were added or removed while pages were read. `doubtful`: all arrived, but a check of the content failed. */
  readonly verdict: 'complete' | 'drifted' | 'doubtful';
  /** Why `verdict` is not `complete`. */
  readonly doubts: readonly string[];
  /** Why the file has the name .suspect; null for a good one. */
  readonly suspect: string | null;
  readonly delta: DeltaSummary | null;
}

/** Fields of the result of an export: the manifest, and the path of the file. */
export const manifestFields = {
  all: [
    'report',
    'file',
    'rows',
    'distinctIds',
    'totalCount.start',
    'totalCount.end',
    'pages',
    'duplicatesDropped',
    'bytes',
    'sha256',
    'verdict',
    'doubts',
    'delta',
    'suspect',
    'columns',
    'key',
    'selection',
    'namePattern',
    'format',
    'gzip',
    'excel',
    'profile',
    'origin',
    'started',
    'ended',
    'correlationId',
    'correlationIds',
  ],
  table: ['file', 'rows', 'bytes', 'sha256', 'verdict'],
  id: 'file',
};

export const manifestName = (file: string): string => `${file}.manifest.json`;
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

export const checksumName = (file: string): string => `${file}.sha256`;
/** As `sha256sum -c` reads it; a backslash or line end in the name is escaped the way sha256sum does. */
export const checksumText = (sha256: string, file: string): string => {
  const escaped = file.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === file ? '' : '\\'}${sha256}  ${escaped}\n`;
};

/** The file with the differences to the last good export; never compressed, so that it can be read directly. */
export const deltaName = (file: string): string => `${file}.delta.csv`;

/** The manifest in a JSON value; undefined for anything else or an altered one. */
export const manifestIn = (value: unknown): Manifest | undefined => {
  if (!isRecord(value) || value['kind'] !== 'carepost-export' || !Array.isArray(value['columns'])) return undefined;
  const { report, file, rows, bytes, sha256 } = value;
  const texts = [report, file, sha256].every((one) => typeof one === 'string');
  if (!texts || typeof rows !== 'number' || typeof bytes !== 'number') return undefined;
  // Manifests of the first release lack what was added since.
  return {
    selection: [],
    format: 'csv',
    distinctIds: null,
    key: null,
    totalCount: null,
    pages: 1,
    duplicatesDropped: 0,
    correlationIds: [],
    doubts: [],
    suspect: null,
    delta: null,
    ...value,
  } as unknown as Manifest; // read from a file: the parts that decide were checked above
};
