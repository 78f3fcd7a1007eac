/** What changed since the last good export, in counts. */
export interface DeltaFacts {
  /** Name of the file with the differences, in the same folder. */
  readonly file: string;
  /** The file it was compared with. */
  readonly against: string;
  readonly added: number;
  readonly removed: number;
  readonly changedRows: number;
  readonly changedCells: number;
}

/** What an export says about itself, in a file beside it: enough to tell later whether the file is whole and where it is from. */
export interface Manifest {
  readonly kind: 'carepost-export';
  readonly version: 1;
  /** A report, or the command whose rows these are: `orgs-list`. */
  readonly report: string;
  /** What narrows it, as it was asked for: arguments, filters, conditions, columns. Only exports with the same are compared. */
  readonly selection: readonly string[];
  /** Name of the exported file, in the same folder. */
  readonly file: string;
  readonly format: 'csv' | 'ndjson' | 'json';
  readonly origin: string;
  readonly profile: string;
  /** Data rows, the header not counted. */
  readonly rows: number;
  /** Different keys among them, and the columns the key is made of; null where no column is known to name a row. */
  readonly distinctIds: number | null;
  readonly key: readonly string[] | null;
  /** What the server counted when the first page and when the last page came; null where it does not count. */
  readonly totalCount: { readonly start: number; readonly end: number } | null;
  readonly pages: number;
  /** Rows that came twice because others moved them to a later page; they are in the file once. */
  readonly duplicatesDropped: number;
  readonly columns: readonly string[];
  /** Of the file as it lies there, compressed or prepared for Excel where asked. */
  readonly bytes: number;
  readonly sha256: string;
  /** Of the report as the server sent it, before columns and rows were chosen here; null for rows of a list. */
  readonly received: { readonly bytes: number; readonly sha256: string } | null;
  readonly gzip: boolean;
  readonly excel: boolean;
  readonly started: string;
  readonly ended: string;
  readonly correlationId: string;
  /** Of each call, in order. */
  readonly correlationIds: readonly string[];
  /** `drifted`: rows came or went while pages were read. `doubtful`: all arrived, but something about it is odd. */
  readonly verdict: 'complete' | 'drifted' | 'doubtful';
  /** Why the verdict is not `complete`. */
  readonly doubts: readonly string[];
  /** Why the file was put aside as .suspect; null for a good one. */
  readonly suspect: string | null;
  readonly delta: DeltaFacts | null;
}

/** What the result line of an export shows: the manifest, and the path of the file. */
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

/** Where the differences to the last good export stand; not compressed, so that they can be read at once. */
export const deltaName = (file: string): string =>
  `${file.replace(/\.gz$/i, '').replace(/\.(csv|ndjson|json)$/i, '')}.delta.csv`;

/** A manifest as another run left it; undefined for anything else, older or altered. */
export const readManifest = (text: string): Manifest | undefined => {
  let value: Partial<Manifest> | null;
  try {
    value = JSON.parse(text) as Partial<Manifest> | null;
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || value.kind !== 'carepost-export') return undefined;
  const { report, file, rows, bytes, sha256, columns } = value;
  const isWhole =
    typeof report === 'string' &&
    typeof file === 'string' &&
    typeof rows === 'number' &&
    typeof bytes === 'number' &&
    typeof sha256 === 'string' &&
    Array.isArray(columns);
  if (!isWhole) return undefined;
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
  } as Manifest;
};
