import Box from '@mui/material/Box';
import { RadioButtonGroupInput, required, useRecordContext } from 'react-admin';
import { resellerColors } from '../../shared/rules/reseller.ts';
import { inputAt } from '../components/RecordForm.tsx';

const choices = resellerColors.map(({ name, value }) => ({ id: value, name }));

/** The background of the logo: three colors, each as a swatch with its name (spec 2 section 9). */
export const ResellerColorInput = () => (
  <RadioButtonGroupInput
    {...inputAt('color')}
    validate={required()}
    choices={choices}
    optionText={<ColorText />}
    sx={{ gridColumn: '1 / -1' }}
  />
);

const ColorText = () => {
  const color = useRecordContext<{ id: string; name: string }>();
  return (
    color && (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
        <ColorSwatch color={color.id} />
        {color.name}
      </Box>
    )
  );
};

/** A color to see; its name stands beside it. */
export const ColorSwatch = ({ color }: { color: string }) => (
  <Box
    component="span"
    aria-hidden
    sx={{ width: 16, height: 16, borderRadius: 0.5, border: 1, borderColor: 'divider', bgcolor: color, flexShrink: 0 }}
  />
);
