/** Rows of the specification that later work brings: `area METHOD path`. This list only gets shorter. */
export const notYetBuilt = `
messages GET /api/messages
messages POST /api/messages
messages POST /api/intake
messages DELETE /api/messages/{id}
messages GET /api/messages/signatures
messages GET /api/messages/{id}/signers
messages GET /api/messages/classifications
messages GET /api/messages/{id}/deliverysummary
messages POST /api/messages/{id}/copy
messages PUT /api/messages/{id}/patient
messages PUT /api/messages/{id}/process
messages GET /api/messages/events
messages GET /api/messages/eventsreport
messages PUT /api/messages/{id}/read
messages PUT /api/failedmessages/{id}/acknowledge
messages POST /api/failedmessages/acknowledgeall
attachments POST /api/messages/{id}/attachments
attachments DELETE /api/messages/{id}/attachments/{attId}
attachments PUT /api/messages/{id}/attachments
attachments PUT /api/messages/{id}/attachments/{attId}/restore
attachments PUT /api/messages/{id}/attachments/{attId}/transforms
attachments PUT /api/messages/{id}/attachments/{attId}/patient/extract
attachments PUT /api/messages/{id}/attachments/{attId}/read
attachments GET /api/attachments/extensions
events GET /api/events
events GET /api/events/signatures
events GET /api/events/type
integrations GET /api/integrations
integrations GET /api/integrations/types
integrations GET /api/integrations/connected/types
integrations GET /api/integrations/types/available
integrations GET /api/integrations/{id}
integrations GET /api/integrations/{id}/connectivity
integrations GET /api/integrations/capabilities
integrations GET /api/integrations/reviewergroups
integrations GET /api/integrations/documenttypes
integrations GET /api/integrations/facilities
integrations GET /api/integrations/externallogin
integrations GET /api/integrations/patients/{id}
integrations GET /api/integrations/patientkeys
integrations GET /api/integrations/templates
integrations DELETE /api/integrations/{id}
integrations PUT /api/integrations
integrations POST /api/integrations/connectivity
integrations POST /api/integrations/{id}/downloadcertificate
integrations POST /api/integrations/patients
integrations POST /api/integrations/visits
integrations POST /api/integrations/orders
integrations POST /api/integrations/reviewers
integrations POST /api/integrations/checkstate
integrations POST /api/integrations/revoketoken
integrations POST /api/integrations/revoketoken/oauth
integrations POST /api/integrations/clearcache
integrations GET /api/codegrants
query GET /api/queryhistory
query GET /api/queryhistory/{id}
query POST /api/queryhistory
query DELETE /api/queryhistory/{id}
query GET /api/query/subjectcodes
query GET /api/query/purposesofuse
query POST /api/query/organizations
query POST /api/query/patient/demographics
query POST /api/query/document
query POST /api/query/senddocumenttointake
query POST /api/query/document/cache
conversations POST /api/conversations/{id}/respond
conversations POST /api/conversations/tracked
`
  .trim()
  .split('\n')
  .map((line) => {
    const [area = '', method = '', path = ''] = line.split(' ');
    return { area, method, path };
  });
