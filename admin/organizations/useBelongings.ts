import { useTranslate } from 'react-admin';
import { useAnswer } from '../providers/useAnswer.ts';

/** In the order they are named; people first. */
const parts = [
  'users',
  'directAddresses',
  'faxNumbers',
  'serviceAccounts',
  'devices',
  'licenses',
  'integrations',
  'alternateOids',
  'directoryEntries',
] as const;

/** What a deletion takes along, counted now, as one text. Once it is going nothing is counted. */
export const useBelongings = (id: string, going: boolean) => {
  const translate = useTranslate();
  const { data, error, isPending } = useAnswer(
    'organizations',
    'deleteImpact',
    { params: { id } },
    { enabled: !going },
  );
  const counted = parts.flatMap((part) => {
    const count = data?.[part] ?? 0;
    return count > 0 ? [translate(`organizations.delete.${part}`, { smart_count: count })] : [];
  });
  const list = new Intl.ListFormat('en-US').format(counted);
  const known =
    list === '' ? translate('organizations.delete.nothing') : translate('organizations.delete.belongings', { list });
  if (error) return translate('organizations.delete.uncounted');
  return isPending ? translate('organizations.delete.counting') : known;
};
