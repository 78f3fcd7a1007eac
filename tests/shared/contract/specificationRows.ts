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
resellers GET /api/resellers
resellers GET /api/resellers/{id}
integrations GET /api/apicaptureconfig
`
  .trim()
  .split('\n')
  .map(row);
