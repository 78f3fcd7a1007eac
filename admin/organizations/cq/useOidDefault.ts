import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { serverWords } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useCqRefresh } from './useCqRefresh.ts';

interface OidList {
  readonly items: readonly AlternateOid[];
}

/** The list as it will be: at most one OID is the default. */
const flipped = ({ items }: OidList, { id, isDefault }: AlternateOid): OidList => ({
  items: items.map((oid) => ({ ...oid, isDefault: oid.id === id ? !isDefault : oid.isDefault && isDefault })),
});

/** Toggles the default flag in place at once, and puts it back with the server's words when the call fails (spec 1 section 4). */
export const useOidDefault = (organizationId: string) => {
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const refresh = useCqRefresh('oids');
  const [working, setWorking] = useState(false);
  const params = { id: organizationId };
  const queryKey = ['carequality', 'oids', { params }];

  const toggle = async (oid: AlternateOid) => {
    setWorking(true);
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData<OidList>(queryKey);
    if (before) queries.setQueryData(queryKey, flipped(before, oid));
    try {
      const body = { id: oid.id, isDefault: !oid.isDefault, version: oid.version };
      await provider.call('carequality', 'updateOid', { params, body });
      notify('carequality.oids.updated', { type: 'success' });
    } catch (error) {
      queries.setQueryData(queryKey, before);
      const words = [translate('carequality.oids.updateFailed'), ...serverWords(error)];
      notify([...new Set(words)].join(' '), { type: 'error' });
    }
    await refresh();
    setWorking(false);
  };
  return { toggle, working };
};
