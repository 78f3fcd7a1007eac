import type { Values } from '../../../shared/bulk/values.ts';
import { accessOf, mayCall } from '../../providers/access.ts';
import type { DeedFeatures } from '../organizationDeeds.ts';

type BulkDeedName =
  | 'activate'
  | 'deactivate'
  | 'enableLogin'
  | 'disableLogin'
  | 'sync'
  | 'startCapture'
  | 'stopCapture'
  | 'clearCancellation'
  | 'features';

/** A deed of the bar over the list: the bulk action behind it and the cells every row gets. */
export interface BulkDeed {
  readonly name: BulkDeedName;
  readonly action: string;
  /** Row of the contract that must be open to the person. */
  readonly call: string;
  readonly cells: Values;
  /** Asks for something before the preview. */
  readonly asks?: boolean;
  readonly shows?: (features: DeedFeatures) => boolean;
}

const ifCapturing = ({ apiCaptureEnabled }: DeedFeatures) => apiCaptureEnabled;

const deeds: readonly BulkDeed[] = [
  { name: 'activate', action: 'orgs.activate', call: 'activate', cells: { activated: true }, asks: true },
  { name: 'deactivate', action: 'orgs.activate', call: 'activate', cells: { activated: false } },
  { name: 'enableLogin', action: 'orgs.login', call: 'enable', cells: { enabled: true } },
  { name: 'disableLogin', action: 'orgs.login', call: 'enable', cells: { enabled: false } },
  { name: 'sync', action: 'orgs.sync', call: 'sync', cells: {} },
  {
    name: 'startCapture',
    action: 'orgs.api-capture',
    call: 'apiCapture',
    cells: { enabled: true },
    shows: ifCapturing,
  },
  {
    name: 'stopCapture',
    action: 'orgs.api-capture',
    call: 'apiCapture',
    cells: { enabled: false },
    shows: ifCapturing,
  },
  { name: 'clearCancellation', action: 'orgs.clear-cancel', call: 'clearCancel', cells: {} },
  { name: 'features', action: 'orgs.features', call: 'update', cells: {}, asks: true },
];

/** What can be done with a selection, by this installation and this person. */
export const bulkDeedsFor = (features: DeedFeatures, roles: readonly string[] | undefined): readonly BulkDeed[] =>
  deeds.filter(({ call, shows }) => mayCall(accessOf('organizations', call), roles) && (shows?.(features) ?? true));
