import { useEffect } from 'react';

const missed = (event: DragEvent) => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
};

/** A file that misses its place would otherwise be opened by the browser, and everything here would be gone. */
export const useMissedDrops = (): void => {
  useEffect(() => {
    window.addEventListener('dragover', missed);
    window.addEventListener('drop', missed);
    return () => {
      window.removeEventListener('dragover', missed);
      window.removeEventListener('drop', missed);
    };
  }, []);
};
