/** What an export says about itself, in a file beside it: enough to tell later whether the file is whole and where it is from. */
export interface Manifest {
  readonly kind: 'carepost-export';
  readonly version: 1;
  readonly report: string;
  /** Name of the exported file, in the same folder. */
  readonly file: string;
  readonly origin: string;
  readonly profile: string;
  /** Data rows, the header not counted. */
  readonly rows: number;
  readonly columns: readonly string[];
  /** Of the file as it lies there, compressed or prepared for Excel where asked. */
  readonly bytes: number;
  readonly sha256: string;
  /** Of the CSV as the server sent it. */
  readonly received: { readonly bytes: number; readonly sha256: string };
  readonly gzip: boolean;
  readonly excel: boolean;
  readonly started: string;
  readonly ended: string;
  readonly correlationId: string;
  /** `doubtful`: everything arrived, but the last line does not end as lines do. */
  readonly verdict: 'complete' | 'doubtful';
}

export const manifestName = (file: string): string => `${file}.manifest.json`;
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

export const checksumName = (file: string): string => `${file}.sha256`;
/** As `sha256sum -c` reads it; a backslash or line end in the name is escaped the way sha256sum does. */
export const checksumText = (sha256: string, file: string): string => {
  const escaped = file.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === file ? '' : '\\'}${sha256}  ${escaped}\n`;
};
