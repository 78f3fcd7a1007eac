import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attachmentParams } from './exchangeSchemas.ts';
import { attachmentMediaTypes, conversionRecord, ofTheOrganization, patientData } from './messageSchemas.ts';

/** Attachments of messages (spec 3 section 7, as far as the inspector uses them). */
export const attachments = {
  get: endpoint({
    method: 'GET',
    path: '/api/messages/{id}/attachments/{attId}',
    summary:
      'The bytes of an attachment; with pdf=true as PDF. A platform administrator names a reason (X-Request-Reason)',
    access: ofTheOrganization,
    params: attachmentParams,
    query: z.strictObject({ pdf: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional() }),
    response: { kind: 'binary', mediaTypes: attachmentMediaTypes },
    errors: ['E-NOT-FOUND', 'E-REASON-REQUIRED', 'E-CONVERSION'],
  }),
  convert: endpoint({
    method: 'PUT',
    path: '/api/messages/{id}/attachments/{attId}/convert',
    summary: 'Make a PDF, CDA or text document of an attachment; the conversion record is in its message',
    access: ofTheOrganization,
    params: attachmentParams,
    query: z.strictObject({ type: z.enum(['PDF', 'CDA', 'Text']) }),
    response: { kind: 'json', schema: conversionRecord },
    errors: ['E-NOT-FOUND', 'E-REASON-REQUIRED', 'E-CONVERSION', 'E-PLAN-FEATURE'],
  }),
  generatePreview: endpoint({
    method: 'PUT',
    path: '/api/messages/{id}/attachments/{attId}/generatePreview',
    summary: 'Make the preview of an attachment anew',
    access: ofTheOrganization,
    params: attachmentParams,
    response: { kind: 'json', schema: conversionRecord },
    errors: ['E-NOT-FOUND', 'E-REASON-REQUIRED', 'E-CONVERSION'],
  }),
  patient: endpoint({
    method: 'GET',
    path: '/api/messages/{id}/attachments/{attId}/patient',
    summary: 'What the document says of its patient',
    access: ofTheOrganization,
    params: attachmentParams,
    response: {
      kind: 'json',
      schema: z.object({ status: z.enum(['Processing', 'Completed']), patient: patientData.nullable() }),
    },
    errors: ['E-NOT-FOUND', 'E-REASON-REQUIRED'],
  }),
};
