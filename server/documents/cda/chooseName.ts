import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { cleanText } from '../cleanText.ts';

export interface NamePart {
  readonly kind: string;
  readonly qualifier: string;
  readonly isNull: boolean;
  text: string;
}

/** A `<name>` as it stands in the document. */
export interface CdaName {
  readonly use: string;
  readonly isNull: boolean;
  /** Characters outside the parts, for senders that write a name without parts. */
  text: string;
  readonly parts: NamePart[];
}

const has = (use: string, code: string): boolean => use.split(/\s+/).includes(code);

/** Names for searching, pseudonyms and artists' names are used only where there is no other name. */
const isOther = ({ use }: CdaName): boolean =>
  ['SRCH', 'P', 'A', 'ASGN', 'PHON', 'SNDX'].some((code) => has(use, code));

/** Of several names the legal one, else one without a use, else the first. */
export function chooseName(names: readonly CdaName[]): CdaName | undefined {
  const filled = names.filter(
    (name) => !name.isNull && (partsOf(name, 'family').length > 0 || name.text.trim() !== ''),
  );
  const candidates =
    filled.length > 0 ? filled : names.filter((name) => !name.isNull && partsOf(name, 'given').length > 0);
  return (
    candidates.find(({ use }) => has(use, 'L')) ??
    candidates.find(({ use }) => use === '') ??
    candidates.find((name) => !isOther(name)) ??
    candidates[0]
  );
}

type NameFields = Pick<PatientData, 'fullName' | 'firstName' | 'middleName' | 'lastName'>;

/** First, middle and last name; prefix and suffix are left out. A name without parts is only a full name: its parts are not guessed. */
export function nameFieldsOf(name: CdaName | undefined): NameFields {
  if (!name) return { fullName: null, firstName: null, middleName: null, lastName: null };
  const [first = null, ...others] = partsOf(name, 'given');
  const lastName = partsOf(name, 'family').join(' ') || null;
  const middleName = others.join(' ') || null;
  const fullName = [first, middleName, lastName].filter((part) => part !== null).join(' ');
  return { fullName: fullName || cleanText(name.text), firstName: first, middleName, lastName };
}

/** Birth names stand back where the name has others of this kind. */
function partsOf(name: CdaName, kind: string): string[] {
  const parts = name.parts.filter((part) => part.kind === kind && !part.isNull && cleanText(part.text) !== null);
  const now = parts.filter(({ qualifier }) => !has(qualifier, 'BR'));
  return (now.length > 0 ? now : parts).map(({ text }) => cleanText(text) ?? '');
}
