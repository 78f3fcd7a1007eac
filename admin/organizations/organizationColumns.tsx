import Link from '@mui/material/Link';
import { LinkBase } from 'react-admin';
import type { ReactNode } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import type { DeedFeatures } from './organizationDeeds.ts';
import { ActivationState, CancellationState, CaptureState, LoginState } from './organizationStates.tsx';

export const editorPath = (id: string) => `/admin/organizations/${encodeURIComponent(id)}`;

export interface OrganizationColumn {
  readonly name: keyof OrganizationRow;
  readonly sortable?: boolean;
  readonly numeric?: boolean;
  /** Text that may be long: one line, the rest on hover. */
  readonly shortened?: boolean;
  readonly cell: (row: OrganizationRow) => ReactNode;
}

const text = (name: keyof OrganizationRow): OrganizationColumn => ({ name, cell: (row) => row[name] ?? '-' });

export const OrganizationName = ({ row }: { row: OrganizationRow }) => (
  <>
    <Link component={LinkBase} to={editorPath(row.id)} underline="hover" color="inherit" sx={{ fontWeight: 600 }}>
      {row.name}
    </Link>{' '}
    <CancellationState isPendingCancellation={row.isPendingCancellation} />
  </>
);

const columns: readonly OrganizationColumn[] = [
  { ...text('orgId'), numeric: true },
  { name: 'name', sortable: true, cell: (row) => <OrganizationName row={row} /> },
  { ...text('networkName'), shortened: true },
  { ...text('subDomain'), shortened: true },
  { ...text('resellerName'), shortened: true },
  text('tierCode'),
  { name: 'isActivated', cell: (row) => <ActivationState isActivated={row.isActivated} /> },
  { name: 'isEnabled', cell: (row) => <LoginState isEnabled={row.isEnabled} /> },
  text('loginType'),
  { name: 'apiCapture', cell: (row) => <CaptureState apiCapture={row.apiCapture} /> },
];

/** The columns of the list; API only where the installation can capture (spec 1 section 2). */
export const columnsFor = ({ apiCaptureEnabled }: DeedFeatures) =>
  columns.filter(({ name }) => name !== 'apiCapture' || apiCaptureEnabled);
