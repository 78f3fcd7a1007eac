/** The organization a command is about; --id, --subdomain or --name may stand for it. */
export const organizationArgument = {
  name: '<id>',
  summary: 'id of the organization, as orgs list shows it',
  organization: true,
} as const;

/** The same beside other words. */
export const orgArgument = { name: '<org>', summary: 'id of the organization', organization: true } as const;
