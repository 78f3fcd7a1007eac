import { useCallback, useEffect, useRef } from 'react';

/** A function that waits until it has not been called for `delayMs`, then runs once with the latest arguments. */
export const useDebounced = <Args extends readonly unknown[]>(run: (...args: Args) => void, delayMs: number) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  const call = useCallback(
    (...args: Args) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(...args), delayMs);
    },
    [delayMs],
  );
  return { call, cancel };
};
