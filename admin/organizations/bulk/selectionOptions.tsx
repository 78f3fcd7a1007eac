import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { Form, useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import type { SelectionOptionsProps } from '../../bulk/selection/selectionAction.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { useLookup } from '../LookupInput.tsx';
import { ActivationOptionsInput, activationOptions } from '../OrganizationDialogs.tsx';

/** Options of an activation. */
export const ActivationOptions = ({ cells, onPreview }: SelectionOptionsProps) => (
  <Form
    defaultValues={{ options: activationOptions }}
    onSubmit={({ options }: { options?: string[] }) => {
      const has = (option: string) => (options ?? []).includes(option);
      onPreview({ ...cells, send_email: has('sendEmail'), seed_records: has('seedRecords') });
    }}
  >
    <ActivationOptionsInput />
    <Box sx={{ marginTop: 1 }}>
      <Button type="submit" variant="contained">
        {useTranslate()('selection.preview')}
      </Button>
    </Box>
  </Form>
);

type Choice = 'leave' | 'on' | 'off';

const choiceTexts: Record<Choice, string> = {
  leave: 'selection.featuresLeave',
  on: 'selection.featuresOn',
  off: 'selection.featuresOff',
};

/** Which features are switched on and off; the others stay as each organization has them. */
export const FeatureOptions = ({ onPreview }: SelectionOptionsProps) => {
  const translate = useTranslate();
  const { items, error, isPending, retry } = useLookup('features');
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const [isSubmitted, setIsSubmitted] = useState(false);
  const offered = items?.filter(({ isEnabled, isOrganizationFeature }) => isEnabled && isOrganizationFeature) ?? [];
  const named = (choice: Choice) => Object.keys(chosen).filter((id) => chosen[id] === choice);
  const [add, remove] = [named('on'), named('off')];
  const isEmpty = add.length + remove.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isEmpty) return;
    onPreview({ ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) });
  };
  if (isPending) return <LoadingRows rows={4} />;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 2, paddingTop: 1 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}>
        {offered.map(({ id, name, description }) => (
          <TextField
            key={id}
            select
            label={name}
            helperText={description}
            value={chosen[id] ?? 'leave'}
            onChange={(event) => setChosen({ ...chosen, [id]: event.target.value as Choice })}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {(['leave', 'on', 'off'] as const).map((choice) => (
              <option key={choice} value={choice}>
                {translate(choiceTexts[choice])}
              </option>
            ))}
          </TextField>
        ))}
      </Box>
      {isSubmitted && isEmpty && <FormHelperText error>{translate('selection.featuresNone')}</FormHelperText>}
      <Box>
        <Button type="submit" variant="contained">
          {translate('selection.preview')}
        </Button>
      </Box>
    </Box>
  );
};
