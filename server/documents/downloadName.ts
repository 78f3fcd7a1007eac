// oxlint-disable-next-line no-control-regex -- what cannot be seen is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The name a file is saved under: the sender's, without what leads elsewhere, hides or means a device (FI-4). */
export function downloadName(name: string): string {
  const last =
    name
      .replace(unseen, '')
      .split(/[/\\]|%2f|%5c/i)
      .at(-1) ?? '';
  const plain = last
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(reservedOnWindows, '_$1');
  return plain.toWellFormed().slice(0, 200) || 'attachment';
}
