import Button, { type ButtonProps } from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type SvgIcon from '@mui/material/SvgIcon';
import { useTranslate } from 'react-admin';

export interface LabelButtonProps extends Omit<ButtonProps, 'children' | 'onClick'> {
  /** Text, or its message key. */
  label: string;
  /** In place of the text, which is then the accessible name and visible on hover. */
  icon?: typeof SvgIcon;
}

/** A button with a text, or one of the icons of a row. */
export const LabelButton = (props: LabelButtonProps & { onClick: () => void }) => {
  const { label, icon: Icon, disabled = false, onClick, ...button } = props;
  const text = useTranslate()(label);
  return Icon ? (
    <IconButton size="small" aria-label={text} title={text} disabled={disabled} onClick={onClick}>
      <Icon fontSize="small" />
    </IconButton>
  ) : (
    <Button type="button" {...button} disabled={disabled} onClick={onClick}>
      {text}
    </Button>
  );
};
