import { type ComponentType, lazy, Suspense } from 'react';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { OrganizationContactInputs } from './OrganizationContactInputs.tsx';
import { OrganizationDetailsInputs } from './OrganizationDetailsInputs.tsx';
import type { TabPath } from './organizationTabs.ts';

type Panel = ComponentType<{ organization: Organization }>;
const later = (load: () => Promise<Panel>) => lazy(async () => ({ default: await load() }));

/** Tabs of a saved organization, each loaded when it is first opened. Their lists read and write on their own. */
const panels: Readonly<Record<Exclude<TabPath, 'details' | 'contact'>, Panel>> = {
  efax: later(async () => (await import('./OrganizationEfax.tsx')).OrganizationEfax),
  westfax: later(async () => (await import('./OrganizationWestFax.tsx')).OrganizationWestFax),
  direct: later(async () => (await import('./OrganizationDirect.tsx')).OrganizationDirect),
  settings: later(async () => (await import('./OrganizationSettings.tsx')).OrganizationSettings),
  serviceaccount: later(async () => (await import('./ServiceAccounts.tsx')).ServiceAccounts),
  carequality: later(async () => (await import('./OrganizationCarequality.tsx')).OrganizationCarequality),
  cq: later(async () => (await import('./OrganizationCq.tsx')).OrganizationCq),
  qhin: later(async () => (await import('./OrganizationQhin.tsx')).OrganizationQhin),
  info: later(async () => (await import('./OrganizationInfo.tsx')).OrganizationInfo),
  ipaddresses: later(async () => (await import('./OrganizationIpAddresses.tsx')).OrganizationIpAddresses),
};

/** What a tab holds. */
export const OrganizationInputs = ({ tab, loaded }: { tab: TabPath; loaded: Organization | undefined }) => {
  if (tab === 'contact') return <OrganizationContactInputs />;
  if (tab === 'details' || !loaded) return <OrganizationDetailsInputs loaded={loaded} />;
  const Panel = panels[tab];
  return (
    <Suspense fallback={<LoadingRows rows={6} />}>
      <Panel organization={loaded} />
    </Suspense>
  );
};
