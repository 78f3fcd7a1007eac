import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useListKeys } from '../useListKeys.ts';

const KeyboardHelp = lazy(() => import('../KeyboardHelp.tsx'));

/** The keys of a list for what is inside: j, k, /, ? and the help that lists them. */
export const ListKeys = ({ children }: { children: ReactNode }) => {
  const [helping, setHelping] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useListKeys(
    box,
    useCallback(() => setHelping(true), []),
  );
  return (
    <div ref={box}>
      {children}
      <Suspense fallback={null}>{helping && <KeyboardHelp onClose={() => setHelping(false)} />}</Suspense>
    </div>
  );
};
