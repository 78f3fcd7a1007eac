import Delete from '@mui/icons-material/DeleteOutlined';
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DataTable, useNotify, useTranslate } from 'react-admin';
import { type KeyboardEvent, useState } from 'react';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import { directAddressProblem } from '../../../shared/rules/address.ts';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { FindProviderDialog } from '../../components/directory/FindProviderDialog.tsx';
import { listingName } from '../../components/directory/ListingRow.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useDraftValues } from '../../components/FormDraft.tsx';
import { LabelButton } from '../../components/LabelButton.tsx';
import { actionsColumn, ListTable } from '../../components/ListTable.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { LocalList } from '../../components/RelatedList.tsx';
import { serverMessages, statusOf } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';

interface SavedAddress {
  readonly address: string;
  readonly displayName: string;
}

/** The list as it is to be saved, and the version that was changed. */
interface EditedList {
  readonly items: readonly SavedAddress[];
  readonly version: number;
}

const blank: SavedAddress = { address: '', displayName: '' };
const unchanged: { readonly edited: EditedList | null; readonly typed: SavedAddress } = { edited: null, typed: blank };

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
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [{ edited, typed }, change] = useDraftValues('savedAddresses', unchanged);
  const [confirming, setConfirming] = useState<'clear' | 'discard'>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['savedaddresses', id],
    queryFn: ({ signal }) => provider.organizations.savedAddresses({ params: { id } }, { signal, fresh: true }),
    // A list that is opened again has its present version.
    gcTime: 0,
  });
  const items = edited?.items ?? data?.items ?? [];
  const version = edited?.version ?? data?.version;
  const edit = (next: readonly SavedAddress[]) => {
    if (version !== undefined) change({ edited: { items: next, version } });
  };
  const save = useMutation({
    mutationFn: (body: EditedList) =>
      provider.organizations.saveAddresses({
        params: { id },
        body: { ...body, items: body.items.map(({ address, displayName }) => ({ address, displayName })) },
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
    edit([]);
    setConfirming(undefined);
  };
  const reload = () => {
    save.reset();
    change({ edited: null });
    void refetch();
  };
  const isConflict = conflicts.includes(statusOf(save.error));
  return (
    <DialogFrame
      title={text('title')}
      maxWidth="md"
      actions={
        <>
          <LabelButton
            label={text('clear')}
            disabled={items.length === 0 || save.isPending}
            onClick={() => setConfirming('clear')}
          />
          <LabelButton label={text('close')} disabled={save.isPending} onClick={close} />
          <LabelButton
            variant="contained"
            label={text('save')}
            disabled={!edited || !data || save.isPending}
            onClick={() => {
              setConfirming(undefined);
              if (edited) save.mutate(edited);
            }}
          />
        </>
      }
      onClose={close}
    >
      {isPending && <LoadingRows rows={5} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <AddressInputs
            items={items}
            typed={typed}
            onChange={(next) => change({ typed: next })}
            onAdd={(added) => edit([...items, ...added])}
          />
          <AddressTable items={items} onDelete={(address) => edit(items.filter((item) => item.address !== address))} />
        </>
      )}
      {confirming === 'clear' && (
        <Message text={text('clearAgain', { count: items.length })} action={text('clear')} onAction={clear} />
      )}
      {confirming === 'discard' && <Message text={text('unsaved')} action={text('discard')} onAction={onClose} />}
      {save.error && isConflict && (
        <Message severity="error" text={text('conflict')} action={text('reload')} onAction={reload} />
      )}
      {save.error && !isConflict && (
        <Alert severity="error">{serverMessages(save.error).join(' ') || text('failed')}</Alert>
      )}
    </DialogFrame>
  );
};

interface MessageProps {
  severity?: AlertColor;
  text: string;
  action: string;
  onAction: () => void;
}

/** A message with what the user can do about it. */
const Message = ({ severity = 'warning', text, action, onAction }: MessageProps) => (
  <Alert severity={severity} action={<LabelButton color="inherit" size="small" label={action} onClick={onAction} />}>
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
    <LocalList resource="savedaddresses" rows={rows} perPage={perPage} sort={byAddress} empty={label('none')}>
      <ListTable wraps rowClick={false} aria-label={translate(label('list'))}>
        <DataTable.Col source="address" label={label('address')} />
        <DataTable.Col<Row> source="sortName" label={label('name')} render={({ displayName }) => displayName} />
        <DataTable.Col<Row>
          source={actionsColumn}
          label="components.table.actions"
          disableSort
          render={({ address }) => (
            <LabelButton
              icon={Delete}
              label={translate(label('delete'), { name: address })}
              onClick={() => onDelete(address)}
            />
          )}
        />
      </ListTable>
    </LocalList>
  );
};

const savedTextMax = 255;

type Problems = Partial<Record<keyof SavedAddress, string>>;

/** Validation errors of an address to add: message keys, or the text of the rule. */
const problemsOf = ({ address, displayName }: SavedAddress, items: readonly SavedAddress[]): Problems => {
  const [localPart = ''] = address.split('@');
  const isAddress = address.length <= savedTextMax && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address);
  const problem = items.some((item) => item.address.toLowerCase() === address)
    ? 'addresses.saved.duplicate'
    : (directAddressProblem(localPart) ?? (isAddress ? null : 'addresses.saved.invalid'));
  return {
    ...(problem !== null && { address: problem }),
    ...(displayName === '' && { displayName: 'addresses.saved.nameMissing' }),
    ...(displayName.length > savedTextMax && { displayName: 'addresses.saved.nameTooLong' }),
  };
};

interface AddressInputsProps {
  items: readonly SavedAddress[];
  typed: SavedAddress;
  onChange: (typed: SavedAddress) => void;
  onAdd: (items: readonly SavedAddress[]) => void;
}

/** A further address. Enter adds it and sends no form. */
const AddressInputs = ({ items, typed, onChange, onAdd }: AddressInputsProps) => {
  const translate = useTranslate();
  const [problems, setProblems] = useState<Problems>({});
  const [isFinding, setIsFinding] = useState(false);
  const add = () => {
    const item = { address: typed.address.trim().toLowerCase(), displayName: typed.displayName.trim() };
    const current = problemsOf(item, items);
    setProblems(current);
    if (Object.keys(current).length > 0) return;
    onAdd([item]);
    onChange(blank);
  };
  const addListings = (listings: readonly DirectoryListing[]) => {
    const present = new Set(items.map(({ address }) => address.toLowerCase()));
    onAdd(
      listings.flatMap((listing) =>
        listing.directAddress === null || present.has(listing.directAddress)
          ? []
          : { address: listing.directAddress, displayName: listingName(listing) },
      ),
    );
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
        onChange={(event) => onChange({ ...typed, [name]: event.target.value })}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        sx={{ flexGrow: 1, minWidth: 200 }}
      />
    );
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', paddingTop: 1 }}>
      {input('address', 'newAddress')}
      {input('displayName', 'newName')}
      <LabelButton variant="outlined" label="addresses.saved.add" onClick={add} />
      <LabelButton variant="outlined" label="directory.title" onClick={() => setIsFinding(true)} />
      {isFinding && <FindProviderDialog onSelect={addListings} onClose={() => setIsFinding(false)} />}
    </Box>
  );
};
