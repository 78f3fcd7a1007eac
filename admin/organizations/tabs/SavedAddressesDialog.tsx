import Delete from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DataTable, useNotify, useTranslate } from 'react-admin';
import { type KeyboardEvent, useId, useState } from 'react';
import { directAddressProblem } from '../../../shared/rules/address.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { actionsColumn, ListTable } from '../../components/ListTable.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { LocalList } from '../../components/RelatedList.tsx';
import { serverMessages, statusOf } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';

interface SavedAddress {
  readonly address: string;
  readonly displayName: string;
}

/** Addresses of the modal on one page (spec 1 section 9). */
const perPage = 5;
const conflicts = [409, 412];

interface SavedAddressesDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** The saved Direct Addresses modal: pages of 5, sortable, delete one, clear all; Save Changes writes the list as a whole (spec 1 section 2). */
export const SavedAddressesDialog = ({ organizationId: id, onClose }: SavedAddressesDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [edited, setEdited] = useState<readonly SavedAddress[]>();
  const [confirming, setConfirming] = useState<'clear' | 'discard'>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['savedaddresses', id],
    queryFn: ({ signal }) =>
      provider.call('organizations', 'savedAddresses', { params: { id } }, { signal, fresh: true }),
    // A list that is opened again has its present version.
    gcTime: 0,
  });
  const items = edited ?? data?.items ?? [];
  const save = useMutation({
    mutationFn: (version: number) =>
      provider.call('organizations', 'saveAddresses', {
        params: { id },
        body: { items: items.map(({ address, displayName }) => ({ address, displayName })), version },
      }),
    onSuccess: () => {
      notify('addresses.saved.savedText', { type: 'success' });
      onClose();
    },
  });
  const text = (name: string, values?: Record<string, unknown>) => translate(`addresses.saved.${name}`, values);
  const close = () => {
    if (save.isPending) return;
    if (edited && confirming !== 'discard') setConfirming('discard');
    else onClose();
  };
  const clear = () => {
    setEdited([]);
    setConfirming(undefined);
  };
  const reload = () => {
    save.reset();
    setEdited(undefined);
    void refetch();
  };
  const isConflict = conflicts.includes(statusOf(save.error));
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{text('title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {isPending && <LoadingRows rows={5} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <AddressInputs items={items} onAdd={(item) => setEdited([...items, item])} />
            {items.length === 0 ? (
              <EmptyState text={text('none')} />
            ) : (
              <AddressTable
                items={items}
                onDelete={(address) => setEdited(items.filter((item) => item.address !== address))}
              />
            )}
          </>
        )}
        {confirming === 'clear' && (
          <Warning text={text('clearAgain', { count: items.length })} action={text('clear')} onConfirm={clear} />
        )}
        {confirming === 'discard' && <Warning text={text('unsaved')} action={text('discard')} onConfirm={onClose} />}
        {save.error && (
          <Alert
            severity="error"
            action={
              isConflict && (
                <Button color="inherit" size="small" onClick={reload}>
                  {text('reload')}
                </Button>
              )
            }
          >
            {isConflict ? text('conflict') : serverMessages(save.error).join(' ') || text('failed')}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={items.length === 0 || save.isPending} onClick={() => setConfirming('clear')}>
          {text('clear')}
        </Button>
        <Button disabled={save.isPending} onClick={close}>
          {text('close')}
        </Button>
        <Button
          variant="contained"
          disabled={!edited || !data || save.isPending}
          onClick={() => {
            setConfirming(undefined);
            if (data) save.mutate(data.version);
          }}
        >
          {text('save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const Warning = ({ text, action, onConfirm }: { text: string; action: string; onConfirm: () => void }) => (
  <Alert
    severity="warning"
    action={
      <Button color="inherit" size="small" onClick={onConfirm}>
        {action}
      </Button>
    }
  >
    {text}
  </Alert>
);

type Row = SavedAddress & { id: string };

interface AddressTableProps {
  items: readonly SavedAddress[];
  onDelete: (address: string) => void;
}

const byAddress = { field: 'address', order: 'ASC' } as const;

/** The list five at a time, sorted by either column without regard to case. */
const AddressTable = ({ items, onDelete }: AddressTableProps) => {
  const translate = useTranslate();
  const label = (name: string) => `addresses.saved.${name}`;
  const rows = items.map((item) => ({ ...item, id: item.address, sortName: item.displayName.toLowerCase() }));
  return (
    <LocalList resource="savedaddresses" rows={rows} perPage={perPage} sort={byAddress}>
      <ListTable wraps rowClick={false} aria-label={translate(label('list'))}>
        <DataTable.Col source="address" label={label('address')} />
        <DataTable.Col<Row> source="sortName" label={label('name')} render={({ displayName }) => displayName} />
        <DataTable.Col<Row>
          source={actionsColumn}
          label="components.table.actions"
          disableSort
          render={({ address }) => (
            <IconButton
              size="small"
              aria-label={translate(label('delete'), { name: address })}
              onClick={() => onDelete(address)}
            >
              <Delete fontSize="small" />
            </IconButton>
          )}
        />
      </ListTable>
    </LocalList>
  );
};

type Problems = Partial<Record<keyof SavedAddress, string>>;

/** Validation errors of an address to add: message keys, or the text of the rule. */
const problemsOf = ({ address, displayName }: SavedAddress, items: readonly SavedAddress[]): Problems => {
  const [localPart = ''] = address.split('@');
  const isAddress = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address);
  const problem = items.some((item) => item.address.toLowerCase() === address)
    ? 'addresses.saved.duplicate'
    : (directAddressProblem(localPart) ?? (isAddress ? null : 'addresses.saved.invalid'));
  return {
    ...(problem !== null && { address: problem }),
    ...(displayName === '' && { displayName: 'addresses.saved.nameMissing' }),
  };
};

interface AddressInputsProps {
  items: readonly SavedAddress[];
  onAdd: (item: SavedAddress) => void;
}

const blank: SavedAddress = { address: '', displayName: '' };

/** A further address. Enter adds it and sends no form. */
const AddressInputs = ({ items, onAdd }: AddressInputsProps) => {
  const translate = useTranslate();
  const [typed, setTyped] = useState(blank);
  const [problems, setProblems] = useState<Problems>({});
  const add = () => {
    const item = { address: typed.address.trim().toLowerCase(), displayName: typed.displayName.trim() };
    const current = problemsOf(item, items);
    setProblems(current);
    if (Object.keys(current).length > 0) return;
    onAdd(item);
    setTyped(blank);
  };
  const input = (name: keyof SavedAddress, label: string) => {
    const problem = problems[name];
    return (
      <TextField
        autoComplete="off"
        label={translate(`addresses.saved.${label}`)}
        value={typed[name]}
        error={problem !== undefined}
        helperText={problem && translate(problem, { _: problem })}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        slotProps={{ htmlInput: { maxLength: 255 } }}
        sx={{ flexGrow: 1, minWidth: 200 }}
      />
    );
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', paddingTop: 1 }}>
      {input('address', 'newAddress')}
      {input('displayName', 'newName')}
      <Button type="button" variant="outlined" onClick={add}>
        {translate('addresses.saved.add')}
      </Button>
    </Box>
  );
};
