import { RecordConflictDialog, type RecordConflictDialogProps } from '../components/records/RecordConflictDialog.tsx';
import { useOrganizationWords } from './useOrganizationWords.ts';

/** Asks for the names its fields point at only once there is something to choose. */
export const OrganizationConflictDialog = (props: Omit<RecordConflictDialogProps, 'words'>) => (
  <RecordConflictDialog words={useOrganizationWords()} {...props} />
);
