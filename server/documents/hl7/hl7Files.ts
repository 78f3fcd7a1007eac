import { isBase64 } from '../base64Check.ts';
import type { Hl7Message } from './hl7Message.ts';

/** A file in an OBX segment of type ED (encapsulated data), as base64. */
interface EmbeddedFile {
  readonly base64: string;
  readonly isValid: boolean;
}

export const embeddedFiles = (message: Hl7Message): EmbeddedFile[] =>
  message.segments
    .filter((segment) => segment.name === 'OBX' && segment.field(2) === 'ED')
    .map((segment) => message.repetitions(segment.field(5))[0] ?? '')
    .filter(
      (value) => /^base64$/i.test(message.component(value, 4)) || message.component(value, 5).startsWith('JVBERi0'),
    )
    .map((value) => {
      const base64 = message.component(value, 5).replaceAll(/\s+/g, '');
      return { base64, isValid: isBase64(base64) };
    });
