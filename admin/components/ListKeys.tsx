import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useListKeys } from './useListKeys.ts';

const KeyboardHelp = lazy(() => import('./KeyboardHelp.tsx'));

interface ListKeysProps {
  children: ReactNode;
  /** Its rows can be selected. */
  selects?: boolean;
  /** Its rows can be opened in place. */
  expands?: boolean;
}

/** The keys of a list for what is inside: j, k, /, ? and the help that lists them. */
export const ListKeys = ({ children, selects = false, expands = false }: ListKeysProps) => {
  const [helping, setHelping] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useListKeys(
    box,
    useCallback(() => setHelping(true), []),
  );
  return (
    <div ref={box}>
      {children}
      <Suspense fallback={null}>
        {helping && <KeyboardHelp selects={selects} expands={expands} onClose={() => setHelping(false)} />}
      </Suspense>
    </div>
  );
};
