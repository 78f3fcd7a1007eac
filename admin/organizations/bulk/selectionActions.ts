import { lazy } from 'react';
import type { SelectionAction } from '../../bulk/selection/selectionAction.ts';
import { accessOf, mayCall } from '../../providers/access.ts';

const ActivationOptions = lazy(async () => ({ default: (await import('./selectionOptions.tsx')).ActivationOptions }));
const FeatureOptions = lazy(async () => ({ default: (await import('./selectionOptions.tsx')).FeatureOptions }));

/** Offered only where the installation captures API calls. */
const captureAction = 'orgs.api-capture';

const actions: readonly SelectionAction[] = [
  {
    name: 'activate',
    bulkAction: 'orgs.activate',
    call: 'activate',
    cells: { activated: true },
    Options: ActivationOptions,
  },
  { name: 'deactivate', bulkAction: 'orgs.activate', call: 'activate', cells: { activated: false } },
  { name: 'enableLogin', bulkAction: 'orgs.login', call: 'enable', cells: { enabled: true } },
  { name: 'disableLogin', bulkAction: 'orgs.login', call: 'enable', cells: { enabled: false } },
  { name: 'sync', bulkAction: 'orgs.sync', call: 'sync', cells: {} },
  { name: 'startCapture', bulkAction: captureAction, call: 'apiCapture', cells: { enabled: true } },
  { name: 'stopCapture', bulkAction: captureAction, call: 'apiCapture', cells: { enabled: false } },
  { name: 'clearCancellation', bulkAction: 'orgs.clear-cancel', call: 'clearCancel', cells: {} },
  { name: 'features', bulkAction: 'orgs.features', call: 'update', cells: {}, Options: FeatureOptions },
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
