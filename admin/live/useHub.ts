import { useMemo } from 'react';
import { useApp, useAppConfig } from '../providers/appContext.ts';
import { type Hub, hubOf } from './hubConnections.ts';

/** The hub with this name, where this installation has hubs and a user is signed in. */
export const useHub = (namespace: string): Hub | undefined => {
  const { hubUrl } = useAppConfig();
  const { session } = useApp();
  return useMemo(
    () => (hubUrl && session.signedIn ? hubOf({ hubUrl, session }, namespace) : undefined),
    [hubUrl, session, namespace],
  );
};
