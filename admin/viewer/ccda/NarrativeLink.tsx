import type { ReactNode } from 'react';

/** A link of a document leads nowhere by itself: its text and the whole address are shown, for a person to judge and copy. */
export const NarrativeLink = ({ address, children }: { address: string; children: ReactNode }) => (
  <span>
    {children}
    {address !== '' && !address.startsWith('#') && <span className="ccda-address"> ({address})</span>}
  </span>
);
