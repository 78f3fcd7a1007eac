/** Calls of the specification that the contract carries: `area METHOD path`; the rest is in notYetBuiltRows.ts. */

const row = (line: string) => {
  const [area = '', method = '', path = ''] = line.split(' ');
  return { area, method, path };
};

export const built = `
organizations GET /api/organizations
organizations POST /api/organizations
organizations GET /api/organizations/{id}
organizations PUT /api/organizations/{id}
organizations DELETE /api/organizations/{id}
organizations GET /api/organizations/types
organizations GET /api/organizations/specialties
organizations GET /api/organizations/subdomain/exists
organizations GET /api/organizations/subdomain/isvalid
organizations POST /api/organizations/{id}/clearcancel
organizations PUT /api/organizations/{id}/activate
organizations PUT /api/organizations/{id}/enable
organizations POST /api/organizations/{id}/sync
organizations PUT /api/organizations/{id}/apicapture
organizations GET /api/organizations/{id}/integrations
organizations GET /api/organizations/{id}/serviceaccount
organizations PUT /api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit
organizations GET /api/organizations/{id}/serviceaccount/limit
organizations PUT /api/organizations/{id}/serviceaccount/limit
organizations GET /api/admin/organizations/{id}/admins
organizations GET /api/admin/organizations/{id}/devices
organizations GET /api/admin/organizations/{id}/licenses
organizations GET /api/admin/organizations/npi
organizations POST /api/admin/organizations/{id}/users
organizations DELETE /api/admin/organizations/{id}/users/{userId}
reports GET /api/admin/reports/directaddresses
reports GET /api/admin/reports/organizations
reports GET /api/admin/reports/contacts-usage-statistics
reports GET /api/admin/reports/users
brands GET /api/admin/brands
guid GET /api/admin/guid
profile GET /api/users/profiledata
profile POST /api/account/change
networks GET /api/networks
networks GET /api/networks/{id}
networks-admin GET /api/admin/networks/{id}
networks-admin POST /api/admin/networks/{id}/organizations
networks-admin DELETE /api/admin/networks/{id}/organizations/{orgId}
networks-admin GET /api/admin/networks/{id}/organizations
networks-admin GET /api/admin/networks/{id}/admins
networks-admin POST /api/admin/networks/{id}/admins
networks-admin DELETE /api/admin/networks/{id}/admins/{adminId}
networks POST /api/networks
networks PUT /api/networks/{id}
networks DELETE /api/networks/{id}
networks GET /api/networks/{id}/features
networks GET /api/networks/{id}/serviceaccounts
networks PUT /api/networks/{id}/serviceaccounts
networks DELETE /api/networks/{id}/serviceaccounts
networks PUT /api/networks/{id}/serviceaccounts/enable
networks PUT /api/networks/{id}/serviceaccounts/disable
networks PUT /api/networks/{id}/serviceaccounts/ipaddresses
resellers GET /api/resellers
resellers GET /api/resellers/{id}
carequality GET /api/admin/organizations/{id}/oids
carequality POST /api/admin/organizations/{id}/oids
carequality PUT /api/admin/organizations/{id}/oids
carequality DELETE /api/admin/organizations/{id}/oids/{oidId}
carequality GET /api/admin/organizations/{id}/directoryentries
carequality PUT /api/admin/organizations/{id}/directoryentries
carequality POST /api/admin/organizations/{id}/directoryentries/sync
documentsources GET /api/admin/documentsources
documentsources GET /api/admin/documentsources/{id}
documentsources DELETE /api/admin/documentsources/{id}
documentsources POST /api/admin/documentsources/activate/{id}
documentsources PUT /api/admin/documentsources/{id}
documentsources PUT /api/admin/documentsources/{id}/faxstatus
documentsources POST /api/admin/documentsources
documentsources GET /api/admin/documentsources/exists
documentsources GET /api/admin/documentsources/documentsourceproviders
fax PUT /api/efax/account/kno2
fax DELETE /api/efax/account/kno2/{id}
fax PUT /api/westfax/account
fax POST /api/westfax/account/{id}/sync
fax DELETE /api/westfax/account/{id}
fax POST /api/westfax/account/{id}
fax DELETE /api/westfax/account/{id}/{number}
integrations GET /api/apicaptureconfig
eulas GET /api/admin/eulas
eulas GET /api/admin/eulas/{id}
eulas GET /api/admin/eulas/{id}/view
eulas POST /api/admin/eulas
eulas POST /api/admin/eulas/{id}/activate
eulas DELETE /api/admin/eulas/{id}
eulas GET /api/eulas/exists
eulas GET /api/eulas/active
eulas GET /api/eulas/active/view
eulas POST /api/eulas/{id}/accept
resellers GET /api/resellers/urlcode
resellers POST /api/resellers
resellers PUT /api/resellers/{id}
resellers DELETE /api/resellers/{id}
resellers POST /api/resellers/{id}/eula/accept
diagnostics GET /api/diagnostics/worker
diagnostics GET /api/diagnostics/stats
diagnostics GET /api/diagnostics/messaging/messageCounts
diagnostics GET /api/diagnostics/messaging/systemalerts
diagnostics GET /api/diagnostics/messaging/workflows
diagnostics POST /api/diagnostics/messaging/workflows/_search
inspector GET /odata/eventmessages
inspector GET /odata/mailmessages
inspector GET /odata/mailmessages({id})/MailAttachments
inspector GET /odata/conversionperformance
inspector GET /api/workflows/{id}
inspector PUT /api/workflows/{id}
preview GET /api/Preview/Document/{cacheId}
messages GET /api/messages/{id}
attachments GET /api/messages/{id}/attachments/{attId}
attachments PUT /api/messages/{id}/attachments/{attId}/convert
attachments PUT /api/messages/{id}/attachments/{attId}/generatePreview
attachments GET /api/messages/{id}/attachments/{attId}/patient
specialties GET /api/admin/organizationspecialties
specialties POST /api/admin/organizationspecialties
specialties PUT /api/admin/organizationspecialties
specialties GET /api/admin/organizationspecialties/{id}
specialties DELETE /api/admin/organizationspecialties/{id}
`
  .trim()
  .split('\n')
  .map(row);
