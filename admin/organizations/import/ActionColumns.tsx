import { useTranslate } from 'react-admin';
import type { BulkAction, Column } from '../../../shared/bulk/action.ts';
import { CollapsibleBox } from '../../components/CollapsibleBox.tsx';
import { RecordTable } from '../../components/RecordTable.tsx';

type Translate = ReturnType<typeof useTranslate>;

/** What a cell of the column may hold, in words. */
const kindText = ({ kind, maxLength, min: least, max: most }: Column, translate: Translate): string => {
  const name = typeof kind === 'string' ? kind : 'words';
  const text = typeof kind === 'string' ? '' : kind.allowed.join(', ');
  return [
    translate(`imports.kinds.${name}`, { words: text }),
    ...(maxLength === undefined ? [] : [translate('imports.kinds.longest', { count: maxLength })]),
    ...(least === undefined || most === undefined ? [] : [translate('imports.kinds.between', { least, most })]),
  ].join(', ');
};

/** The columns an action takes. */
export const ActionColumns = ({ action }: { action: BulkAction }) => {
  const translate = useTranslate();
  return (
    <CollapsibleBox title={`${translate('imports.action.columns')} (${action.columns.length})`}>
      <RecordTable
        label="imports.action.columns"
        rows={action.columns}
        rowId={({ name }) => name}
        columns={[
          {
            name: 'column',
            label: 'imports.action.column',
            render: ({ name, required }) => (
              <>
                <code>{name}</code>
                {required && ` (${translate('imports.action.required')})`}
              </>
            ),
          },
          { name: 'kind', label: 'imports.action.kind', render: (column) => kindText(column, translate) },
          { name: 'meaning', label: 'imports.action.meaning', render: ({ summary }) => summary },
        ]}
      />
    </CollapsibleBox>
  );
};
