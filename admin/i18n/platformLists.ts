/** Texts of the lists for the whole platform: document sources, their providers, contacts. */
export const documentSourceMessages = {
  title: 'Document sources',
  faxTitle: 'Fax numbers',
  search: 'Address, name or organization',
  none: 'No document sources',
  all: 'All',
  fields: {
    address: 'Address',
    organizationName: 'Organization',
    displayName: 'Name',
    type: 'Type',
    providerName: 'Provider',
    status: 'Fax status',
    isEnabled: 'In use',
    createDate: 'Added',
  },
};

export const sourceProviderMessages = {
  title: 'Document source providers',
  none: 'No document source providers',
  all: 'All',
  types: { DirectMessaging: 'Direct messaging', Fax: 'Fax' },
  fields: { name: 'Name', type: 'Type' },
};

export const contactMessages = {
  title: 'Contacts',
  search: 'Name or user name',
  none: 'No contacts',
  fields: { name: 'Name', userName: 'User name', organizationName: 'Organization' },
};
