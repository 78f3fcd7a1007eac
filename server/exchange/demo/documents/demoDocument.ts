import type { DemoPatient } from './demoPatient.ts';

/** What a made document is about. */
export interface DemoSubject {
  readonly patient: DemoPatient;
  /** Differs between documents, so that no two have the same bytes. */
  readonly number: number;
  readonly title: string;
  readonly organization: string;
  readonly author: string;
  readonly at: Date;
}

/** YYYYMMDDhhmmss, as HL7 writes moments. */
export const hl7Moment = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);
export const hl7Day = (day: string): string => day.replaceAll('-', '');
