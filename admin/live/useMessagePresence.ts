import { useEffect, useState } from 'react';
import { type Holder, hasOpenedText, hasOpenText, messageHub } from '../../shared/rules/hubs.ts';
import { syncBroadcastMs } from '../../shared/rules/intake.ts';
import { useHub } from './useHub.ts';

/** A user without a broadcast for two intervals has left. */
const goneMs = 2.5 * syncBroadcastMs;

interface Seen extends Holder {
  readonly at: number;
  readonly isNew: boolean;
}

/**
 * Reports to other users that this message is open here, and returns the notices about them: 'X has opened this message.' or 'X currently has this
 * message open.' (spec 3 section 4). None without a message, and where there is no hub.
 */
export const useMessagePresence = (messageId: number | undefined): readonly string[] => {
  const hub = useHub(messageHub);
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map());
  useEffect(() => {
    if (!hub || messageId === undefined) return undefined;
    const note = (isNew: boolean) => (news: unknown) => {
      const holder = news as Holder;
      if (holder.messageId !== messageId) return;
      setSeen((now) => {
        const known = now.get(holder.connection)?.isNew ?? isNew;
        return new Map(now).set(holder.connection, { ...holder, isNew: known, at: Date.now() });
      });
    };
    const forget = (news: unknown) => {
      const { connection, messageId: closed } = news as Pick<Holder, 'messageId' | 'connection'>;
      if (closed === messageId) setSeen((now) => without(now, (id) => id === connection));
    };
    const ends = [
      hub.listen('opened', note(true)),
      hub.listen('present', note(false)),
      hub.listen('closed', forget),
      hub.join('open', 'close', messageId),
    ];
    const sweep = setInterval(
      () => setSeen((now) => without(now, (_id, { at }) => at < Date.now() - goneMs)),
      syncBroadcastMs,
    );
    return () => {
      clearInterval(sweep);
      for (const end of ends) end();
      setSeen(new Map());
    };
  }, [hub, messageId]);
  return noticesOf([...seen.values()]);
};

const without = (seen: ReadonlyMap<string, Seen>, isGone: (id: string, one: Seen) => boolean) => {
  const left = [...seen].filter(([id, one]) => !isGone(id, one));
  return left.length === seen.size ? seen : new Map(left);
};

/** One notice for each user, however many windows are open. */
const noticesOf = (seen: readonly Seen[]): string[] => {
  const names = [...new Set(seen.map(({ name }) => name))];
  return names.map((name) => {
    const isNew = seen.every((one) => one.name !== name || one.isNew);
    return isNew ? hasOpenedText(name) : hasOpenText(name);
  });
};
