import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type KeyboardEvent, useState } from 'react';
import { type SavedAddress, savedProblems } from './savedList.ts';

interface SavedAddressAddProps {
  items: readonly SavedAddress[];
  onAdd: (item: SavedAddress) => void;
}

const blank: SavedAddress = { address: '', displayName: '' };

/** A further address for the list. It stands inside the editor's form, so Enter adds and saves nothing. */
export const SavedAddressAdd = ({ items, onAdd }: SavedAddressAddProps) => {
  const translate = useTranslate();
  const [typed, setTyped] = useState(blank);
  const [problems, setProblems] = useState<Partial<Record<keyof SavedAddress, string>>>({});
  const add = () => {
    const item = { address: typed.address.trim().toLowerCase(), displayName: typed.displayName.trim() };
    const found = savedProblems(item, items);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    onAdd(item);
    setTyped(blank);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  const field = (name: keyof SavedAddress, label: string) => {
    const problem = problems[name];
    return (
      <TextField
        size="small"
        autoComplete="off"
        label={translate(`addresses.saved.${label}`)}
        value={typed[name]}
        error={problem !== undefined}
        helperText={problem === undefined ? undefined : translate(problem, { _: problem })}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        onKeyDown={onKeyDown}
        slotProps={{ htmlInput: { maxLength: 255 } }}
        sx={{ flexGrow: 1, minWidth: 200 }}
      />
    );
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', paddingTop: 1 }}>
      {field('address', 'newAddress')}
      {field('displayName', 'newName')}
      <Button type="button" variant="outlined" onClick={add}>
        {translate('addresses.saved.add')}
      </Button>
    </Box>
  );
};
