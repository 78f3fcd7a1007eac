import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const parts = ['administrators', 'devices', 'licenses', 'integrations', 'serviceAccounts'] as const;

/** What a deletion takes along, counted now, as one text; empty where nothing belongs to it. Once it is going nothing is counted. */
export const useBelongings = (id: string, going: boolean) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, isPending } = useQuery({
    queryKey: ['admin/organizations', 'belongings', id],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all([
        provider.admins(id, { signal }),
        provider.devices(id, { signal }),
        provider.licenses(id, { signal }),
        provider.integrations(id, { signal }),
        provider.serviceAccounts(id, { signal }),
      ]);
      return lists.map((list) => list.length);
    },
    retry: false,
    enabled: !going,
  });
  const counted = parts.flatMap((part, index) => {
    const count = data?.[index] ?? 0;
    return count > 0 ? [translate(`organizations.delete.${part}`, { smart_count: count })] : [];
  });
  const list = new Intl.ListFormat('en-US').format(counted);
  return { isPending, text: list && translate('organizations.delete.belongings', { list }) };
};
