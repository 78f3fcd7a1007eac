import { unknownFileProblem } from '../../shared/rules/attachment.ts';

/** An attachment as its OData set has it: the name is masked there. */
export interface AttachmentRow {
  readonly id: number;
  readonly Name: string;
  readonly Size: number;
  readonly MimeType: string;
  readonly PreviewAvailable: boolean;
  readonly PreviewStatus: string;
  readonly PageCount: number | null;
  readonly HasPdfContent: boolean;
  readonly HasCDAContent: boolean;
  readonly HasHl7Content: boolean;
  readonly Problem: string | null;
}

/** Whether there is anything to show: without a preview the viewers draw most kinds from the file, also some that were refused. */
export const canBeShown = ({ Size, Problem }: AttachmentRow): boolean => Size > 0 && Problem !== unknownFileProblem;

/** Whether a PDF can be made of it; of a file that was refused or never opened none is. */
export const mayBePdf = ({ Size, MimeType, Problem }: AttachmentRow): boolean =>
  Size > 0 && MimeType !== 'image/gif' && !(MimeType === 'application/octet-stream' && Problem !== null);

export const contentOf = ({ HasPdfContent, HasCDAContent, HasHl7Content }: AttachmentRow): string =>
  [HasPdfContent && 'PDF', HasCDAContent && 'CDA', HasHl7Content && 'HL7'].filter(Boolean).join(', ');
