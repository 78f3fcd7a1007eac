import type { ComponentProps } from 'react';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import { SaveDialog } from './actions.tsx';
import { type FieldLabels, VersionConflictNote } from './VersionConflictDialog.tsx';
import { useSavedVersion } from './versionConflict.ts';

interface EditDialogProps<Item extends { readonly id: string }, Values extends object, Response>
  extends Omit<ComponentProps<typeof SaveDialog<Values, Response>>, 'send'> {
  /** The record to edit; without it one is added. */
  stored: Item | undefined;
  /** Loads the records of the list from the server. */
  load: (provider: AppDataProvider) => Promise<{ readonly items: readonly Item[] }>;
  toForm: (item: Item) => Values;
  /** `base` has the version that the save replaces. */
  send: (provider: AppDataProvider, values: Values, base: Item | undefined) => Promise<Response>;
  labels: FieldLabels;
}

/**
 * The form of a record of a list. When another user saved the record after it was loaded, the first save fails and the dialog compares
 * both versions; the next save replaces the remote version.
 */
export const EditDialog = <Item extends { readonly id: string }, Values extends object, Response>(
  props: EditDialogProps<Item, Values, Response>,
) => {
  const { stored, load, toForm, send, labels, children, ...dialog } = props;
  const provider = useAppDataProvider();
  const version = useSavedVersion<Item, Values>(stored, {
    toForm,
    reload: async ({ id }) => (await load(provider)).items.find((item) => item.id === id),
    adoptsAtOnce: true,
  });
  return (
    <SaveDialog<Values, Response>
      {...dialog}
      send={(_provider, values) => version.save(values, (base) => send(provider, values, base))}
    >
      {version.conflict && <VersionConflictNote comparison={version.conflict} labels={labels} />}
      {children}
    </SaveDialog>
  );
};
