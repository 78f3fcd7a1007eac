export interface Sample {
  readonly create: (name: string, number: number) => object;
  readonly change: (name: string) => object;
  /** A change of several records at once. */
  readonly together: object;
  /** How many the API allows; three without it. */
  readonly count?: number;
}

/** A single sign-on connection of an organization. */
export const connectionOf = (name: string, organizationId: string | undefined) => ({
  name: name.toLowerCase().replaceAll(' ', '-'),
  organizationId,
  issuer: 'https://login.probe.example',
  clientId: 'probe',
});

/** Records that are below no other one. */
export const topSamples: Readonly<Record<string, Sample>> = {
  organizations: {
    create: (name) => ({ name, subdomain: name.toLowerCase().replaceAll(' ', '-') }),
    change: (name) => ({ name }),
    together: { phone: '5550601234' },
  },
  networks: { create: (name) => ({ name }), change: (name) => ({ name }), together: { isEnabled: false } },
  resellers: {
    create: (name) => ({ name, type: 0, urlCode: name.toLowerCase().replaceAll(' ', ''), color: '#ffffff' }),
    change: (name) => ({ name }),
    together: { bypassTos: true },
  },
  plans: {
    create: (name) => ({ name, tierCode: 'PROBE', allowedUsers: 3 }),
    change: (name) => ({ name }),
    together: { allowedUsers: 5 },
  },
  brands: {
    create: (name) => ({ name, appUrl: 'https://probe.example', primaryColor: '#0b5f73', supportEmail: 'a@b.example' }),
    change: (name) => ({ name }),
    together: { supportEmail: 'c@d.example' },
  },
  people: {
    create: (name, number) => ({
      firstName: 'Probe',
      lastName: name,
      userName: `probe-${number}@people.example`,
      roleName: 'User',
    }),
    change: (name) => ({ lastName: name }),
    together: { jobTitle: 'Physician' },
  },
  emergencies: {
    create: (name) => ({ name, organizations: [{ name: 'Probe agency', oid: '2.16.840.1.113883.3.95.1' }] }),
    change: (name) => ({ name }),
    together: { disabledDate: '2090-12-31' },
  },
  webhooks: {
    create: (name) => ({ name, url: 'https://probe.example/', events: ['user.created'] }),
    change: (name) => ({ name }),
    together: { isEnabled: false },
  },
};
