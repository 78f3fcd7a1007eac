import { useEffect, useState } from 'react';
import { type Holder, hasOpenedText, hasOpenText, messageHub } from '../../shared/rules/hubs.ts';
import { syncBroadcastMs } from '../../shared/rules/intake.ts';
import { useHub } from './useHub.ts';

/** A user without a broadcast for two intervals has left. */
const goneMs = 2.5 * syncBroadcastMs;

interface OtherUser extends Holder {
  readonly seenAt: number;
  readonly isNew: boolean;
}

/**
 * Reports to other users that this message is open here, and returns the notices about them: 'X has opened this message.' or 'X currently has this
 * message open.' (spec 3 section 4). None without a message, and where there is no hub.
 */
export const useMessagePresence = (messageId: number | undefined): readonly string[] => {
  const hub = useHub(messageHub);
  const [users, setUsers] = useState<ReadonlyMap<string, OtherUser>>(new Map());
  useEffect(() => {
    if (!hub || messageId === undefined) return undefined;
    const add = (isNew: boolean) => (message: unknown) => {
      const user = message as Holder;
      if (user.messageId !== messageId) return;
      setUsers((now) => {
        const isNewUser = now.get(user.connection)?.isNew ?? isNew;
        return new Map(now).set(user.connection, { ...user, isNew: isNewUser, seenAt: Date.now() });
      });
    };
    const remove = (message: unknown) => {
      const { connection, messageId: closed } = message as Pick<Holder, 'messageId' | 'connection'>;
      if (closed === messageId) setUsers((now) => without(now, (id) => id === connection));
    };
    const unsubscribes = [
      hub.listen('opened', add(true)),
      hub.listen('present', add(false)),
      hub.listen('closed', remove),
      hub.join('open', 'close', messageId),
    ];
    const sweep = setInterval(
      () => setUsers((now) => without(now, (_id, { seenAt }) => seenAt < Date.now() - goneMs)),
      syncBroadcastMs,
    );
    return () => {
      clearInterval(sweep);
      for (const unsubscribe of unsubscribes) unsubscribe();
      setUsers(new Map());
    };
  }, [hub, messageId]);
  return noticesOf([...users.values()]);
};

const without = (seen: ReadonlyMap<string, OtherUser>, isGone: (id: string, user: OtherUser) => boolean) => {
  const left = [...seen].filter(([id, one]) => !isGone(id, one));
  return left.length === seen.size ? seen : new Map(left);
};

/** One notice for each user, however many windows are open. */
const noticesOf = (seen: readonly OtherUser[]): string[] => {
  const names = [...new Set(seen.map(({ name }) => name))];
  return names.map((name) => {
    const isNew = seen.every((one) => one.name !== name || one.isNew);
    return isNew ? hasOpenedText(name) : hasOpenText(name);
  });
};
