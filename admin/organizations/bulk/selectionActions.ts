import type { Values } from '../../../shared/bulk/values.ts';
import { accessOf, mayCall } from '../../providers/access.ts';

/** An action of the bulk toolbar: the bulk action behind it and the cells every row gets. */
export interface SelectionAction {
  /** Key of its text. */
  readonly name: string;
  /** Of the catalogue of the bulk engine. */
  readonly bulkAction: string;
  /** Row of the contract that the user must be allowed to call. */
  readonly call: string;
  readonly cells: Values;
  /** Has options to choose before the preview. */
  readonly hasOptions?: true;
}

/** Offered only where the installation captures API calls. */
const captureAction = 'orgs.api-capture';

const actions: readonly SelectionAction[] = [
  { name: 'activate', bulkAction: 'orgs.activate', call: 'activate', cells: { activated: true }, hasOptions: true },
  { name: 'deactivate', bulkAction: 'orgs.activate', call: 'activate', cells: { activated: false } },
  { name: 'enableLogin', bulkAction: 'orgs.login', call: 'enable', cells: { enabled: true } },
  { name: 'disableLogin', bulkAction: 'orgs.login', call: 'enable', cells: { enabled: false } },
  { name: 'sync', bulkAction: 'orgs.sync', call: 'sync', cells: {} },
  { name: 'startCapture', bulkAction: captureAction, call: 'apiCapture', cells: { enabled: true } },
  { name: 'stopCapture', bulkAction: captureAction, call: 'apiCapture', cells: { enabled: false } },
  { name: 'clearCancellation', bulkAction: 'orgs.clear-cancel', call: 'clearCancel', cells: {} },
  { name: 'features', bulkAction: 'orgs.features', call: 'update', cells: {}, hasOptions: true },
];

/** Actions that the installation and the roles of the user allow. */
export const selectionActionsFor = (
  { apiCaptureEnabled }: { readonly apiCaptureEnabled: boolean },
  roles: readonly string[] | undefined,
): readonly SelectionAction[] =>
  actions.filter(
    ({ call, bulkAction }) =>
      mayCall(accessOf('organizations', call), roles) && (bulkAction !== captureAction || apiCaptureEnabled),
  );
