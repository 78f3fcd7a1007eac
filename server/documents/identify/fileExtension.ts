import type { Identified } from '../documents.ts';

type Kind = Identified['kind'];

/** What a file of this ending may hold; an ending that is not listed promises nothing. */
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  pdf: ['pdf'],
  tif: ['tiff'],
  tiff: ['tiff'],
  png: ['image'],
  jpg: ['image'],
  jpeg: ['image'],
  gif: ['image'],
  xml: ['ccda', 'xml'],
  cda: ['ccda', 'xml'],
  ccd: ['ccda', 'xml'],
  ccda: ['ccda', 'xml'],
  hl7: ['hl7'],
  json: ['fhir', 'text'],
  txt: ['text', 'hl7', 'ccda', 'xml', 'fhir'],
};

/** Whether the content is of a kind the name promises (FI-3). The name is a text of the sender, never a path. */
export function matchesExtension(name: string, kind: Kind): boolean {
  const ending = /\.([a-z0-9]{2,5})\s*$/i.exec(name)?.[1]?.toLowerCase();
  const kinds = ending === undefined ? undefined : kindsOf[ending];
  return kinds === undefined || kinds.includes(kind);
}
