import type { ReceivedFile } from '../contract/endpoint.ts';

/** A form as bytes, so that browser and command line send the same and a repetition repeats them. */
export interface Form {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

const quoted = (name: string) => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const mediaType = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * multipart/form-data with one JSON field and one file. Made by hand: FormData has no bytes of its own, and loading what Node needs to
 * give it some costs the command line more than a whole command.
 */
export const formOf = (part: string, body: unknown, file: ReceivedFile): Form => {
  const boundary = `carepost-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const type = mediaType.test(file.mediaType) ? file.mediaType : 'application/octet-stream';
  const text = new TextEncoder();
  const head = text.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${JSON.stringify(body ?? {})}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `Content-Type: ${type}\r\n\r\n`,
  );
  const tail = text.encode(`\r\n--${boundary}--\r\n`);
  const bytes = new Uint8Array(head.length + file.bytes.length + tail.length);
  bytes.set(head);
  bytes.set(file.bytes, head.length);
  bytes.set(tail, head.length + file.bytes.length);
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
};
