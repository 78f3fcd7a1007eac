import type { ReceivedFile } from '../contract/endpoint.ts';

/** A form as bytes, so that browser and command line send the same and a retry repeats them. */
export interface Form {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

const quoted = (name: string) => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const mediaType = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * multipart/form-data with one JSON field and its files. Encoded here: FormData has no bytes of its own, and loading what Node needs to
 * produce them takes the command line longer than a whole command.
 */
export const formOf = (part: string, body: unknown, files: readonly ReceivedFile[]): Form => {
  const boundary = `carepost-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const text = new TextEncoder();
  const pieces = [
    text.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${JSON.stringify(body ?? {})}\r\n`,
    ),
    ...files.flatMap((file) => [
      text.encode(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
          `Content-Type: ${mediaType.test(file.mediaType) ? file.mediaType : 'application/octet-stream'}\r\n\r\n`,
      ),
      file.bytes,
      text.encode('\r\n'),
    ]),
    text.encode(`--${boundary}--\r\n`),
  ];
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
};
