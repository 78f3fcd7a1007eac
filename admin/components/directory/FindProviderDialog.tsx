import { useState } from 'react';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import { DialogFrame } from '../DialogFrame.tsx';
import { LabelButton } from '../LabelButton.tsx';
import { FindProvider } from './FindProvider.tsx';
import type { ListName } from './useDirectorySearch.ts';

interface FindProviderDialogProps {
  /** With it, addresses can be selected; the dialog is for looking only otherwise. */
  onSelect?: (listings: readonly DirectoryListing[]) => void;
  onClose: () => void;
}

/** Find Provider as a modal (spec 2 section 2): Cancel and Select where addresses are selected, else Close. */
export const FindProviderDialog = ({ onSelect, onClose }: FindProviderDialogProps) => {
  const [tab, setTab] = useState<ListName>('providers');
  const [selected, setSelected] = useState<readonly DirectoryListing[]>([]);
  const toggle = (listing: DirectoryListing) =>
    setSelected((before) => {
      const others = before.filter(({ directAddress }) => directAddress !== listing.directAddress);
      return others.length < before.length ? others : [...before, listing];
    });
  return (
    <DialogFrame
      title="directory.title"
      isAtTop
      maxWidth={false}
      slotProps={{ paper: { sx: { maxWidth: 700 } } }}
      actions={
        onSelect ? (
          <>
            <LabelButton label="directory.cancel" onClick={onClose} />
            <LabelButton
              variant="contained"
              label="directory.selectAddresses"
              disabled={selected.length === 0}
              onClick={() => {
                onSelect(selected);
                onClose();
              }}
            />
          </>
        ) : (
          <LabelButton label="directory.close" onClick={onClose} />
        )
      }
      onClose={onClose}
    >
      <FindProvider
        tab={tab}
        onTabChange={setTab}
        {...(onSelect ? { selection: { selected, onToggle: toggle } } : {})}
      />
    </DialogFrame>
  );
};
