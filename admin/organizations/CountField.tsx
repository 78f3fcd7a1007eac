import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useState } from 'react';

interface CountFieldProps {
  label: string;
  /** Names the button for those who do not see what stands beside it. */
  updateLabel: string;
  value: number;
  /** What is wrong with a number before it is sent, or null. */
  problemOf?: (count: number) => string | null;
  /** Sends the number; answers what went wrong, or null. */
  onUpdate: (count: number) => Promise<string | null>;
}

const limit = 1000;

/** A number with an Update button of its own. It stands inside the editor's form, so Enter must not save the organization. */
export const CountField = ({ label, updateLabel, value, problemOf, onUpdate }: CountFieldProps) => {
  const translate = useTranslate();
  const [text, setText] = useState(String(value));
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const update = async () => {
    const count = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    const wrong =
      count >= 0 && count <= limit
        ? (problemOf?.(count) ?? null)
        : translate('organizations.serviceAccounts.wholeNumber');
    setProblem(wrong);
    if (wrong !== null || working) return;
    setWorking(true);
    setProblem(await onUpdate(count));
    setWorking(false);
  };

  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
      <TextField
        size="small"
        type="number"
        label={label}
        value={text}
        error={problem !== null}
        helperText={problem}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void update();
        }}
        slotProps={{ htmlInput: { min: 0, max: limit, step: 1 } }}
        sx={{ minWidth: 280 }}
      />
      <Button
        type="button"
        variant="outlined"
        aria-label={updateLabel}
        disabled={working || text === String(value)}
        onClick={() => void update()}
      >
        {translate('organizations.serviceAccounts.update')}
      </Button>
    </Box>
  );
};
