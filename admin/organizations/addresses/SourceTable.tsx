import { useTranslate } from 'react-admin';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { Moment } from '../../components/Moment.tsx';
import { RecordTable } from '../../components/RecordTable.tsx';
import { SourceActions } from './SourceActions.tsx';
import { SourceStatus, SourceUse } from './SourceState.tsx';
import { shownAddress } from './sourceWords.ts';

interface SourceTableProps {
  label: string;
  rows: readonly DocumentSource[];
  onChanged: () => unknown;
}

/** Direct addresses or fax numbers with what can be done with them. */
export const SourceTable = ({ label, rows, onChanged }: SourceTableProps) => {
  const translate = useTranslate();
  const actions = (source: DocumentSource) => <SourceActions source={source} onChanged={onChanged} />;
  const word = (key: string) => translate(`addresses.source.${key}`);
  const isFax = rows[0]?.type === 'Fax';
  return (
    <RecordTable<DocumentSource>
      label={label}
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { name: 'address', label: word(isFax ? 'number' : 'address'), render: shownAddress },
        { name: 'displayName', label: word('displayName'), render: ({ displayName }) => displayName },
        { name: 'provider', label: word('provider'), render: ({ providerName }) => providerName ?? word('noProvider') },
        ...(isFax
          ? [
              {
                name: 'status',
                label: word('status'),
                render: ({ status }: DocumentSource) => <SourceStatus status={status} />,
              },
            ]
          : []),
        { name: 'use', label: word('use'), render: ({ isEnabled }) => <SourceUse isEnabled={isEnabled} /> },
        { name: 'created', label: word('created'), render: ({ createDate }) => <Moment value={createDate} dateOnly /> },
      ]}
      actions={actions}
    />
  );
};
