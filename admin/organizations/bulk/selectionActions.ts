import type { Values } from '../../../shared/bulk/values.ts';
import { accessOf, mayCall } from '../../providers/access.ts';

type SelectionActionName =
  | 'activate'
  | 'deactivate'
  | 'enableLogin'
  | 'disableLogin'
  | 'sync'
  | 'startCapture'
  | 'stopCapture'
  | 'clearCancellation'
  | 'features';

/** An action of the bulk toolbar: the bulk action behind it and the cells every row gets. */
export interface SelectionAction {
  readonly name: SelectionActionName;
  /** Of the catalogue of the bulk engine. */
  readonly bulkAction: string;
  /** Row of the contract that the user must be allowed to call. */
  readonly call: string;
  readonly cells: Values;
  /** Has options to choose before the preview. */
  readonly hasOptions?: true;
  /** Only where the installation captures API calls. */
  readonly ofCapture?: true;
}

const actions: readonly SelectionAction[] = [
  { name: 'activate', bulkAction: 'orgs.activate', call: 'activate', cells: { activated: true }, hasOptions: true },
  { name: 'deactivate', bulkAction: 'orgs.activate', call: 'activate', cells: { activated: false } },
  { name: 'enableLogin', bulkAction: 'orgs.login', call: 'enable', cells: { enabled: true } },
  { name: 'disableLogin', bulkAction: 'orgs.login', call: 'enable', cells: { enabled: false } },
  { name: 'sync', bulkAction: 'orgs.sync', call: 'sync', cells: {} },
  {
    name: 'startCapture',
    bulkAction: 'orgs.api-capture',
    call: 'apiCapture',
    cells: { enabled: true },
    ofCapture: true,
  },
  {
    name: 'stopCapture',
    bulkAction: 'orgs.api-capture',
    call: 'apiCapture',
    cells: { enabled: false },
    ofCapture: true,
  },
  { name: 'clearCancellation', bulkAction: 'orgs.clear-cancel', call: 'clearCancel', cells: {} },
  { name: 'features', bulkAction: 'orgs.features', call: 'update', cells: {}, hasOptions: true },
];

/** What this installation and this user can do with a selection. */
export const selectionActionsFor = (
  { apiCaptureEnabled }: { readonly apiCaptureEnabled: boolean },
  roles: readonly string[] | undefined,
): readonly SelectionAction[] =>
  actions.filter(
    ({ call, ofCapture }) => mayCall(accessOf('organizations', call), roles) && (!ofCapture || apiCaptureEnabled),
  );
