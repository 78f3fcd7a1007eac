import Delete from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { Pagination } from '../../components/Pagination.tsx';
import { RecordTable } from '../../components/RecordTable.tsx';
import { isSavedField, type SavedAddress, type SavedOrder, savedPageSize, sorted } from './savedList.ts';

interface SavedAddressTableProps {
  items: readonly SavedAddress[];
  onDelete: (item: SavedAddress) => void;
}

/** The list five at a time, in the order of either column. */
export const SavedAddressTable = ({ items, onDelete }: SavedAddressTableProps) => {
  const translate = useTranslate();
  const [order, setOrder] = useState<SavedOrder>({ by: 'address', descending: false });
  const [asked, setPage] = useState(1);
  const pageCount = Math.max(1, Math.ceil(items.length / savedPageSize));
  const page = Math.min(asked, pageCount);
  const shown = sorted(items, order).slice((page - 1) * savedPageSize, page * savedPageSize);
  const sortBy = (by: string) => {
    if (isSavedField(by)) setOrder({ by, descending: order.by === by && !order.descending });
  };
  const remove = (item: SavedAddress) => (
    <IconButton
      size="small"
      aria-label={translate('addresses.saved.delete', { name: item.address })}
      onClick={() => onDelete(item)}
    >
      <Delete fontSize="small" />
    </IconButton>
  );
  return (
    <>
      <RecordTable<SavedAddress>
        label="addresses.saved.list"
        rows={shown}
        rowId={({ address }) => address}
        columns={[
          { name: 'address', label: 'addresses.saved.address', sortable: true, render: ({ address }) => address },
          { name: 'displayName', label: 'addresses.saved.name', sortable: true, render: (item) => item.displayName },
        ]}
        sort={{ name: order.by, descending: order.descending, onSort: sortBy }}
        actions={remove}
      />
      <Pagination page={page} pageCount={pageCount} onPage={setPage} />
    </>
  );
};
