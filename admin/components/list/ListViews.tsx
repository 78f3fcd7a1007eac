import Check from '@mui/icons-material/Check';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Save from '@mui/icons-material/SaveOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import { ErrorState } from '../ErrorState.tsx';
import { serverWords } from '../serverError.ts';
import { usePreference } from '../../providers/usePreference.ts';
import {
  isShown,
  type ListView,
  type ListViewsSource,
  readViews,
  viewNameMax,
  viewsMax,
  withoutView,
  withView,
} from './listViews.ts';

interface ListViewsProps {
  source: ListViewsSource;
  onClose: () => void;
}

/** Saved views: open one, write the present list over it, delete it, or keep the present list under a new name. */
const ListViews = ({ source, onClose }: ListViewsProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { value: views, error, retry, change } = usePreference(source.key, (kept) => readViews(kept, source.read));
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState(false);

  const write = async (next: (views: ListView[]) => ListView[], done: string, name: string) => {
    setWorking(true);
    setFailure(null);
    try {
      await change(next);
      notify(done, { type: 'success', messageArgs: { name } });
    } catch (problem) {
      setFailure([translate('components.list.views.failed'), ...serverWords(problem)].join(' '));
    } finally {
      setWorking(false);
    }
  };
  const open = (view: ListView) => {
    source.show(source.read(view));
    onClose();
  };

  return (
    <Box sx={{ padding: 2 }}>
      {error && <ErrorState error={error} onRetry={retry} />}
      {!views && !error && <Typography>{translate('components.states.loading')}</Typography>}
      {views?.length === 0 && <Typography color="textSecondary">{translate('components.list.views.none')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, maxHeight: 320, overflowY: 'auto' }}>
        {views?.map((view) => (
          <Box component="li" key={view.name} sx={{ display: 'flex', alignItems: 'center' }}>
            <Button
              fullWidth
              size="small"
              aria-current={isShown(view, source)}
              startIcon={isShown(view, source) ? <Check /> : <Box sx={{ width: 18 }} />}
              onClick={() => open(view)}
              sx={{ justifyContent: 'flex-start', textAlign: 'left', overflowWrap: 'anywhere' }}
            >
              {view.name}
            </Button>
            <IconButton
              size="small"
              disabled={working || isShown(view, source)}
              title={translate('components.list.views.update', { name: view.name })}
              aria-label={translate('components.list.views.update', { name: view.name })}
              onClick={() =>
                void write(
                  (kept) => withView(kept, { ...source.now, name: view.name }),
                  'components.list.views.updated',
                  view.name,
                )
              }
            >
              <Save fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              disabled={working}
              title={translate('components.list.views.delete', { name: view.name })}
              aria-label={translate('components.list.views.delete', { name: view.name })}
              onClick={() =>
                void write((kept) => withoutView(kept, view.name), 'components.list.views.deleted', view.name)
              }
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      {source.note && (
        <Typography variant="body2" color="textSecondary" sx={{ marginTop: 1 }}>
          {translate(source.note)}
        </Typography>
      )}
      {failure && (
        <Alert severity="error" sx={{ marginTop: 1 }}>
          {failure}
        </Alert>
      )}
      {views && (
        <NewView
          taken={views.map(({ name }) => name)}
          working={working}
          onSave={(name) =>
            write((kept) => withView(kept, { ...source.now, name }), 'components.list.views.saved', name)
          }
        />
      )}
    </Box>
  );
};

interface NewViewProps {
  taken: readonly string[];
  working: boolean;
  onSave: (name: string) => Promise<void>;
}

const focusOnArrival = (box: HTMLElement | null) => box?.focus();

const NewView = ({ taken, working, onSave }: NewViewProps) => {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isTaken = taken.includes(name);
  const full = taken.length >= viewsMax;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || isTaken || full || working) return;
    await onSave(name);
    setTyped('');
  };
  const hint = full ? translate('components.list.views.full', { count: viewsMax }) : undefined;
  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', marginTop: 2 }}
    >
      <TextField
        fullWidth
        label={translate('components.list.views.name')}
        value={typed}
        error={isTaken}
        helperText={isTaken ? translate('components.list.views.taken') : hint}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: viewNameMax, ref: focusOnArrival } }}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={name === '' || isTaken || full || working}
        sx={{ flexShrink: 0 }}
      >
        {translate('components.list.views.save')}
      </Button>
    </Box>
  );
};

export default ListViews;
