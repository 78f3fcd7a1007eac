import { networks } from '../../../admin/networks/index.ts';
import type { Network, NetworkServiceAccount } from '../../../shared/contract/networks.ts';
import type { NetworkAdmin, NetworkOrganization } from '../../../shared/contract/networkPeople.ts';
import { pageOf } from '../../support/contractApi.ts';
import { openResource } from '../components/recordScreen.tsx';

export const id = '018f0000-0000-7000-8000-0000000000d1';

export const network = (change: Partial<Network> = {}): Network => ({
  id,
  name: 'Rocky Mountain Network',
  isEnabled: true,
  enabledFeatures: ['Fax'],
  organizationCount: 14,
  adminCount: 2,
  createDate: '2026-01-05T10:00:00Z',
  version: 3,
  ...change,
});

export const organization: NetworkOrganization = {
  id: '018f0000-0000-7000-8000-000000000001',
  orgId: 1001,
  name: 'Aspen Grove Clinic',
  subDomain: null,
  isActivated: true,
};

export const admin: NetworkAdmin = {
  id: '018f0000-0000-7000-8000-000000000002',
  firstName: 'Ada',
  lastName: 'Moss',
  userName: 'ada@x.test',
  isEnabled: true,
};

export const account = (change: Partial<NetworkServiceAccount> = {}): NetworkServiceAccount => ({
  clientId: 'net-rocky-1',
  isEnabled: true,
  ipAddresses: ['192.0.2.10'],
  ...change,
});

const feature = (name: string, isEnabled = true) => ({
  id: name,
  name,
  description: `${name} for everybody`,
  isEnabled,
  isOrganizationFeature: true,
});

/** The networks page over prepared answers. */
export const openNetworks = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(
    networks,
    {
      'networks.get': network(),
      'networks.list': pageOf(network()),
      'networks.organizations': pageOf(organization),
      'networks.admins': { items: [admin] },
      'networks.serviceAccount': account(),
      'features.list': { items: [feature('Fax', false), feature('Release'), feature('Hidden', false)] },
      ...responses,
    },
    below,
  );
