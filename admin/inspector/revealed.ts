import { createContext, useContext, useState } from 'react';
import type { MessageRecord } from '../../shared/contract/messageSchemas.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** A message with its content, and the reason it was asked for with. */
export interface Revealed {
  readonly record: MessageRecord;
  readonly reason: string;
}

/** Shortest reason that is taken (X-Request-Reason). */
export const reasonMinimum = 4;

/**
 * The content of one message, kept in memory by what shows it and by nothing else: no query cache, no storage. It is gone when the
 * message is left.
 */
export const useRevealing = (id: number) => {
  const provider = useAppDataProvider();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  return {
    revealed,
    /** Throws what the server refused. */
    reveal: async (reason: string) => {
      const record = await provider.call('messages', 'get', { params: { id } }, { reason });
      setRevealed({ record, reason });
    },
    mask: () => setRevealed(null),
  };
};
export type Revealing = ReturnType<typeof useRevealing>;

export const RevealedContext = createContext<Revealing | undefined>(undefined);

export const useRevealed = (): Revealing => {
  const value = useContext(RevealedContext);
  if (!value) throw new Error('There is no message around this.');
  return value;
};
