import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { LinkBase, useNavigate, useTranslate } from 'react-admin';
import { EmptyState } from '../EmptyState.tsx';
import { PageHeader } from '../PageHeader.tsx';
import type { RecordColumn } from '../RecordTable.tsx';
import { ServerList } from '../ServerList.tsx';
import { ListKeys } from '../ListKeys.tsx';
import { recordAddress, type StoredRecord } from './recordDesk.ts';

interface RecordListProps<Row> {
  desk: { readonly words: string; readonly path: string };
  answer: {
    readonly data: { readonly items: readonly Row[]; readonly totalCount: number } | undefined;
    readonly isFetching: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Columns after the name. */
  columns: readonly RecordColumn<Row>[];
}

/** The list of a kind of record by name: search, pages, Add; a row opens its record. */
export const RecordList = <Row extends StoredRecord>({ desk, answer, columns }: RecordListProps<Row>) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { words, path } = desk;
  const add = (
    <Button component={LinkBase} to={`${path}/add`} variant="contained" startIcon={<Add />}>
      {translate(`${words}.add`)}
    </Button>
  );
  const name: RecordColumn<Row> = {
    name: 'name',
    label: `${words}.fields.name`,
    sortable: true,
    render: (row) => (
      <Link component={LinkBase} to={recordAddress(desk, row.id)} color="inherit">
        {row.name}
      </Link>
    ),
  };
  return (
    <ListKeys>
      <PageHeader title={translate(`${words}.title`)} actions={add} />
      <ServerList<Row>
        label={`${words}.title`}
        searchLabel={`${words}.search`}
        page={answer.data}
        isFetching={answer.isFetching}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        columns={[name, ...columns]}
        rowId={({ id }) => id}
        sortedBy="name"
        onOpen={({ id }) => navigate(recordAddress({ path }, id))}
        empty={<EmptyState text={translate(`${words}.none`)} />}
      />
    </ListKeys>
  );
};
