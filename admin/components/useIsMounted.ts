import { useEffect, useRef } from 'react';

/** Whether the page that asked is still on screen: who left while a save was running is not led back by its end. */
export const useIsMounted = (): (() => boolean) => {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
};
