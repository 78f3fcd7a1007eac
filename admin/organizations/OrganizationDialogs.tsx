import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { ActivationDialog } from './ActivationDialog.tsx';
import { ClearCancellationDialog } from './ClearCancellationDialog.tsx';
import { DeleteOrganizationDialog } from './DeleteOrganizationDialog.tsx';
import type { DialogName } from './organizationDeeds.ts';

const dialogs: Record<DialogName, typeof ActivationDialog> = {
  activation: ActivationDialog,
  clearCancellation: ClearCancellationDialog,
  delete: DeleteOrganizationDialog,
};

/** The modals of a row; one chunk of its own that loads when the first is opened. */
const OrganizationDialogs = ({
  name,
  row,
  onClose,
}: {
  name: DialogName;
  row: OrganizationRow;
  onClose: () => void;
}) => {
  const Dialog = dialogs[name];
  return <Dialog row={row} onClose={onClose} />;
};

export default OrganizationDialogs;
