import type { SelectionAction } from '../bulk/selection/selectionAction.ts';
import { accessOf, mayCall } from '../providers/access.ts';

const actions: readonly SelectionAction[] = [
  { name: 'enableUsers', bulkAction: 'users.enable', call: 'enable', cells: { enabled: true } },
  { name: 'disableUsers', bulkAction: 'users.enable', call: 'enable', cells: { enabled: false } },
  { name: 'unlock', bulkAction: 'users.unlock', call: 'unlock', cells: {} },
  { name: 'signOut', bulkAction: 'users.sign-out', call: 'signOut', cells: {} },
  { name: 'resendInvitation', bulkAction: 'users.resend-invitation', call: 'resendInvitation', cells: {} },
  { name: 'resetPassword', bulkAction: 'users.reset-password', call: 'resetPassword', cells: {} },
  { name: 'disableTwoFactor', bulkAction: 'users.2fa-disable', call: 'disableTwoFactor', cells: {} },
  { name: 'syncUsers', bulkAction: 'users.sync', call: 'sync', cells: {} },
];

/** What the roles of the user allow to do to selected users. */
export const userSelectionActions = (roles: readonly string[] | undefined): readonly SelectionAction[] =>
  actions.filter(({ call }) => mayCall(accessOf('users', call), roles));
