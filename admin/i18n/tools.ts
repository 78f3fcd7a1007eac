/** Texts of the reports and the GUID generator. */
export const toolMessages = {
  reports: {
    title: 'Reports',
    intro: 'Each report contains all organizations in their current state, as a CSV file in UTF-8.',
    download: 'Download',
    downloadNamed: 'Download: %{name}',
    running: 'Downloading…',
    runningNamed: 'Downloading: %{name}',
    names: {
      directAddresses: 'Direct addresses',
      organizations: 'Organizations',
      contactsUsage: 'Contacts and usage statistics',
      users: 'Users',
    },
    about: {
      directAddresses:
        'One row for each direct address: organization, subdomain, address, display name, status, date created.',
      organizations:
        'One row for each organization: network, reseller, plan, type, status, users, address and contact.',
      contactsUsage:
        'One row for each organization and month: contact, number of users, messages sent and received, fax pages.',
      users: 'One row for each user and organization: name, role, login ability, date created, last sign-in.',
    },
  },
  guid: {
    title: 'GUID generator',
    format: 'Format',
    upper: 'Upper case',
    count: 'How many',
    countHelp: '1 to %{max}',
    generate: 'Generate',
    generating: 'Generating…',
    results: 'Generated GUIDs',
    none: 'Choose a format and generate.',
    copy: 'Copy %{value}',
    copyAll: 'Copy all',
    copied: 'Copied.',
    copyFailed: 'The browser did not allow copying. Select the text and copy it.',
    failed: 'There was an error generating the GUID.',
    formats: { D: 'Hyphens', N: 'Digits only', B: 'Hyphens in braces', P: 'Hyphens in parentheses' },
  },
};
