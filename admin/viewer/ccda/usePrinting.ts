import { useEffect, useState } from 'react';

type State = 'idle' | 'choosing' | ReadonlySet<string>;

/** From the choice of sections to the browser's own dialog: everything chosen is drawn whole before it opens. */
export const usePrinting = () => {
  const [state, setState] = useState<State>('idle');
  const printed = typeof state === 'string' ? undefined : state;
  useEffect(() => {
    if (!printed) return undefined;
    // After the drawing of what was left out so far.
    const frame = requestAnimationFrame(() => {
      window.print();
      setState('idle');
    });
    return () => cancelAnimationFrame(frame);
  }, [printed]);
  return {
    printed,
    isPrinting: printed !== undefined,
    isChoosing: state === 'choosing',
    choose: () => setState('choosing'),
    close: () => setState('idle'),
    print: (keys: ReadonlySet<string>) => setState(keys),
  };
};
