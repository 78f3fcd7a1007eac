import type { ComponentType } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';

export interface SelectionOptionsProps {
  readonly cells: Values;
  readonly onPreview: (cells: Values) => void;
}

export interface OwnCell {
  readonly column: string;
  readonly field: string;
}

/** An action of the toolbar of a selection: the bulk action behind it and the cells every row gets. */
export interface SelectionAction {
  /** Key of its text: `selection.actions.<name>`. */
  readonly name: string;
  /** Of the catalogue of the bulk engine. */
  readonly bulkAction: string;
  /** Row of the contract that the user must be allowed to call. */
  readonly call: string;
  readonly cells: Values;
  /** A column that has a field of the record of each row. */
  readonly ownCell?: OwnCell;
  /** Options to choose before the preview. */
  readonly Options?: ComponentType<SelectionOptionsProps>;
}

/** Resource of the records that an action is applied to, for a run that is resumed outside its list. */
export const resourceOfAction = (bulkAction: string): string => {
  if (bulkAction.startsWith('people.')) return 'people';
  return bulkAction.startsWith('users.') || bulkAction.startsWith('sysadmins.') ? 'users' : 'organizations';
};
