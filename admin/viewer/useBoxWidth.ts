import { type RefCallback, useCallback, useState } from 'react';

/** Width of an element in pixels; 0 before it is measured. */
export const useBoxWidth = (): readonly [number, RefCallback<HTMLElement>] => {
  const [width, setWidth] = useState(0);
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
};
