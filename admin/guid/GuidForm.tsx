import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatGuid, type GuidFormat, guidFormats } from '../../shared/rules/guid.ts';
import { countOf, type GuidRequest, maxGuids } from './guidModel.ts';

/** Each format is displayed with an example, because its letter explains nothing. */
const example = '0f8fad5b-d9cb-469f-a165-70867728950e';

interface GuidFormProps {
  request: GuidRequest;
  busy: boolean;
  onChange: (request: GuidRequest) => void;
  onGenerate: () => void;
}

export const GuidForm = ({ request, busy, onChange, onGenerate }: GuidFormProps) => {
  const translate = useTranslate();
  const isInvalid = countOf(request.count) === undefined;
  return (
    <Paper
      variant="outlined"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid && !busy) onGenerate();
      }}
      sx={{ padding: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}
    >
      <TextField
        select
        label={translate('guid.format')}
        value={request.format}
        onChange={(event) => onChange({ ...request, format: event.target.value as GuidFormat })}
        sx={{ minWidth: 'min(100%, 400px)' }}
      >
        {guidFormats.map((format) => (
          <MenuItem key={format} value={format}>
            <Box>
              {translate(`guid.formats.${format}`)}
              <Typography component="div" variant="caption" color="textSecondary" noWrap>
                {formatGuid(example, format, request.toUpper)}
              </Typography>
            </Box>
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={translate('guid.count')}
        value={request.count}
        onChange={(event) => onChange({ ...request, count: event.target.value })}
        error={isInvalid}
        helperText={translate('guid.countHelp', { max: maxGuids })}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        sx={{ width: 120 }}
      />
      <FormControlLabel
        control={
          <Checkbox checked={request.toUpper} onChange={(_event, toUpper) => onChange({ ...request, toUpper })} />
        }
        label={translate('guid.upper')}
      />
      <Button type="submit" variant="contained" disabled={busy || isInvalid} sx={{ minHeight: 40 }}>
        {translate(busy ? 'guid.generating' : 'guid.generate')}
      </Button>
    </Paper>
  );
};
