/** How a GUID can be written: digits and hyphens, digits only, in braces, in parentheses (spec 1 section 7, GUID). */
export const guidFormats = ['D', 'N', 'B', 'P'] as const;
export type GuidFormat = (typeof guidFormats)[number];

/** Writes a UUID (any of the four formats, any case) in the requested format. Throws a RangeError for what is no UUID. */
export const formatGuid = (uuid: string, format: GuidFormat, toUpper: boolean): string => {
  const digits = uuid.replace(/[{}()-]/g, '').toLowerCase();
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits);
  if (!parts) throw new RangeError(`Not a GUID: ${uuid}`);
  const hyphened = parts.slice(1).join('-');
  const written = { D: hyphened, N: digits, B: `{${hyphened}}`, P: `(${hyphened})` }[format];
  return toUpper ? written.toUpperCase() : written;
};
