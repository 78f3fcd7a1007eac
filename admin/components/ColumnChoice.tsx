import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { useResourceContext, useStore, useTranslate, useTranslateLabel } from 'react-admin';

export interface ColumnChoiceProps {
  /** In the order of the table's own columns, from the first on. */
  columns: readonly { readonly source: string; readonly label?: string }[];
  /** Sources that are hidden until they are chosen. */
  hiddenColumns: string[];
}

/** The columns of a list in their order; the store of react-admin has the hidden ones, and the order as indices. */
const ColumnChoice = ({ columns, hiddenColumns }: ColumnChoiceProps) => {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const resource = useResourceContext() ?? '';
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, hiddenColumns);
  const [ranks, setRanks] = useStore<number[] | undefined>(`${resource}.datatable_columnRanks`);
  const ranked = ranks?.filter((index) => index < columns.length) ?? [];
  const order = [...ranked, ...columns.map((_column, index) => index).filter((index) => !ranked.includes(index))];
  const move = (position: number, step: 1 | -1) => {
    const moved = [...order];
    const [index = 0] = moved.splice(position, 1);
    moved.splice(position + step, 0, index);
    setRanks(moved);
  };
  return (
    <Box sx={{ padding: 1 }}>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {order.map((index, position) => {
          const { source = '', label } = columns[index] ?? {};
          const title = translateLabel({ source, label, resource });
          const column = typeof title === 'string' ? title : source;
          const isHidden = hidden.includes(source);
          return (
            <Box component="li" key={source} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                label={column}
                sx={{ flexGrow: 1, marginLeft: 0 }}
                control={
                  <Checkbox
                    size="small"
                    checked={!isHidden}
                    onChange={() =>
                      setHidden(isHidden ? hidden.filter((each) => each !== source) : [...hidden, source])
                    }
                  />
                }
              />
              {([-1, 1] as const).map((step) => (
                <IconButton
                  key={step}
                  size="small"
                  disabled={order[position + step] === undefined}
                  aria-label={translate(`components.list.columnChoice.${step === 1 ? 'down' : 'up'}`, { column })}
                  onClick={() => move(position, step)}
                >
                  {step === 1 ? <ArrowDownward fontSize="small" /> : <ArrowUpward fontSize="small" />}
                </IconButton>
              ))}
            </Box>
          );
        })}
      </Box>
      <Button
        size="small"
        onClick={() => {
          setHidden(hiddenColumns);
          setRanks(undefined);
        }}
      >
        {translate('components.list.columnChoice.reset')}
      </Button>
    </Box>
  );
};

export default ColumnChoice;
