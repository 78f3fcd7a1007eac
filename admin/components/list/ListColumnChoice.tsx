import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { serverWords } from '../serverError.ts';
import type { ListColumns } from './useListColumns.ts';

interface ListColumnChoiceProps {
  columns: ListColumns;
  onClose: () => void;
}

/** Which columns the list shows and in which order; the one that names a row always is among them. */
const ListColumnChoice = ({ columns: state, onClose }: ListColumnChoiceProps) => {
  const translate = useTranslate();
  const shown = state.columns.map(({ name }) => name);
  const [order, setOrder] = useState<readonly string[]>([
    ...shown,
    ...state.offered.map(({ name }) => name).filter((name) => !shown.includes(name)),
  ]);
  const [on, setOn] = useState<readonly string[]>(shown);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (names: readonly string[] | null) => {
    setWorking(true);
    setFailure(null);
    try {
      await state.choose(names);
      onClose();
    } catch (error) {
      setFailure([translate('components.list.columnChoice.failed'), ...serverWords(error)].join(' '));
      setWorking(false);
    }
  };
  const move = (name: string, step: 1 | -1) => {
    const from = order.indexOf(name);
    const next = order.filter((other) => other !== name);
    setOrder([...next.slice(0, from + step), name, ...next.slice(from + step)]);
  };
  return (
    <Box sx={{ padding: 2 }}>
      <Box
        component="ul"
        aria-label={translate('components.list.columnChoice.title')}
        sx={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {order.map((name, index) => {
          const label = translate(`${state.labels}.${name}`);
          return (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flexGrow: 1, minWidth: 0 }}
                label={label}
                control={
                  <Checkbox
                    size="small"
                    checked={on.includes(name)}
                    disabled={name === state.always}
                    onChange={(_event, checked) =>
                      setOn(checked ? [...on, name] : on.filter((other) => other !== name))
                    }
                  />
                }
              />
              <IconButton
                size="small"
                aria-label={translate('components.list.columnChoice.up', { column: label })}
                disabled={index === 0}
                onClick={() => move(name, -1)}
              >
                <ArrowUpward fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={translate('components.list.columnChoice.down', { column: label })}
                disabled={index === order.length - 1}
                onClick={() => move(name, 1)}
              >
                <ArrowDownward fontSize="small" />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, marginTop: 1 }}>
        <Button size="small" disabled={working} onClick={() => void save(null)}>
          {translate('components.list.columnChoice.reset')}
        </Button>
        <Button
          size="small"
          variant="contained"
          disabled={working}
          onClick={() => void save(order.filter((name) => on.includes(name)))}
        >
          {translate('components.list.columnChoice.save')}
        </Button>
      </Box>
    </Box>
  );
};

export default ListColumnChoice;
