import { useState } from 'react';
import { type CcdaArrangement, noArrangement, readArrangement } from '../../../shared/rules/ccda.ts';
import { usePreference } from '../../providers/usePreference.ts';

/** How this person wants the sections, on every machine. What cannot be kept still holds until the document is closed. */
export const useCcdaArrangement = () => {
  const preference = usePreference<CcdaArrangement>('viewer.ccda', readArrangement);
  const [own, setOwn] = useState<CcdaArrangement>();
  const [isKept, setKept] = useState(true);
  const arrangement = own ?? preference.value ?? noArrangement;
  const arrange = (next: CcdaArrangement) => {
    setOwn(next);
    preference
      .change(() => next)
      .then(
        () => setKept(true),
        () => setKept(false),
      );
  };
  return { arrangement, arrange, isKept };
};
