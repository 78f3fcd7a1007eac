import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';

/** What the row menu needs to know beside the row. */
export interface DeedFeatures {
  readonly apiCaptureEnabled: boolean;
}

/** Deeds done at once, and deeds that ask in a modal first. */
export type ToggleName = 'login' | 'sync' | 'apiCapture';
export type DialogName = 'delete' | 'activation' | 'clearCancellation';

interface Deed {
  readonly name: ToggleName | DialogName;
  readonly label: (row: OrganizationRow) => string;
  readonly shows?: (row: OrganizationRow, features: DeedFeatures) => boolean;
}

/** The row dropdown, in the order of spec 1 section 2. */
const deeds: readonly Deed[] = [
  { name: 'delete', label: () => 'delete' },
  { name: 'login', label: (row) => (row.isEnabled ? 'disableLogin' : 'enableLogin') },
  { name: 'activation', label: () => 'activation' },
  { name: 'clearCancellation', label: () => 'clearCancellation', shows: (row) => row.isPendingCancellation },
  { name: 'sync', label: () => 'sync' },
  {
    name: 'apiCapture',
    label: (row) => (row.apiCapture ? 'stopCapture' : 'startCapture'),
    shows: (_row, features) => features.apiCaptureEnabled,
  },
];

/** What can be done with this row, with the message keys of the labels. */
export const deedsFor = (row: OrganizationRow, features: DeedFeatures) =>
  deeds
    .filter((deed) => deed.shows?.(row, features) ?? true)
    .map((deed) => ({ name: deed.name, label: `organizations.deeds.${deed.label(row)}` }));

export const isDialog = (name: ToggleName | DialogName): name is DialogName =>
  name === 'delete' || name === 'activation' || name === 'clearCancellation';
