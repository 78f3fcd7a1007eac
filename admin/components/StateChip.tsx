import type SvgIcon from '@mui/material/SvgIcon';
import Box from '@mui/material/Box';
import { useFieldValue, useTranslate } from 'react-admin';

export type Severity = 'good' | 'bad' | 'warning' | 'info' | 'plain';

interface StateChipProps {
  icon: typeof SvgIcon;
  /** Text, or its message key. */
  label: string;
  severity?: Severity;
}

const colours: Record<Severity, string> = {
  good: 'success.main',
  bad: 'error.main',
  warning: 'warning.main',
  info: 'info.main',
  plain: 'text.secondary',
};

/**
 * A state as icon and text; the colour is not the only distinction. The text breaks between words where its place is narrow and its cell has
 * several lines: `break-word`, as a cell's `anywhere` would make the column narrower than the word.
 */
export const StateChip = ({ icon: Icon, label, severity = 'plain' }: StateChipProps) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, verticalAlign: 'middle', overflowWrap: 'break-word' }}
  >
    <Icon aria-hidden sx={{ fontSize: 16, color: colours[severity] }} />
    {useTranslate()(label, { _: label })}
  </Box>
);

/** Field of a flag that is drawn as one of two states. */
export const stateField =
  (on: StateChipProps, off: StateChipProps) => (props: { source: string; record?: Record<string, unknown> }) => (
    <StateChip {...(useFieldValue(props) === true ? on : off)} />
  );
