const maxNameLength = 255;

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/hl7-v2': 'hl7',
  'x-application/hl7-v2+er7': 'hl7',
  'application/json': 'json',
  'application/fhir+json': 'json',
  'application/zip': 'zip',
  'application/pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'image/tiff': 'tif',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/csv': 'csv',
  'message/rfc822': 'eml',
};

/**
 * A file name for display: the last part of a path, without control characters and direction controls, which hide the extension of a
 * name (FI-4). It is never used as a path. A file without a name gets one with its number.
 */
export function attachmentName(claimed: string | null, mediaType: string, number: number): string {
  const visible = (claimed ?? '').toWellFormed().replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '');
  const name = visible.slice(Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\')) + 1).trim();
  if (/^\.*$/.test(name)) return `attachment-${number}.${extensions[mediaType] ?? 'bin'}`;
  return shortened(name);
}

/** Cut in front of the extension, by which users recognize its type. */
function shortened(name: string): string {
  if (name.length <= maxNameLength) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  return (name.slice(0, maxNameLength - extension.length).toWellFormed() + extension).replaceAll('\uFFFD', '');
}
