import { useEffect, useRef } from 'react';
import { documentProcessingHub, type ProcessingDone } from '../../shared/rules/hubs.ts';
import { useHub } from './useHub.ts';

/** Calls back when processing of this message, or of one of its attachments, has ended (spec 3 section 4). */
export const useProcessingDone = (messageId: number | undefined, onDone: (done: ProcessingDone) => void): void => {
  const hub = useHub(documentProcessingHub);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => {
    if (!hub || messageId === undefined) return undefined;
    const onProcessed = (message: unknown) => {
      const done = message as ProcessingDone;
      if (done.mailMessageId === messageId) latest.current(done);
    };
    const unsubscribes = [hub.listen('processed', onProcessed), hub.join('waitFor', 'stopWaitingFor', messageId)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [hub, messageId]);
};
