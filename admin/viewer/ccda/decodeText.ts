const declared = /<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/;

const decoderFor = (name: string): TextDecoder => {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder('utf-8');
  }
};

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** Decodes by byte order mark, then by the declared encoding, then as UTF-8, and as Windows-1252 where it is not valid UTF-8. */
export const decodeText = (bytes: Uint8Array): string => {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  if (startsWith(bytes, 0x3c, 0x00)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0x00, 0x3c)) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  const name = declared.exec(head)?.[1]?.toLowerCase();
  // The declaration was read byte by byte, so the text is not UTF-16, whatever it declares.
  if (name && !name.startsWith('utf-16') && name !== 'utf-8' && name !== 'utf8') return decoderFor(name).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
