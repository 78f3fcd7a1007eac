import IconButton from '@mui/material/IconButton';
import type SvgIcon from '@mui/material/SvgIcon';

interface RowButtonProps {
  icon: typeof SvgIcon;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/** A deed of a row as an icon; what it does to which row is its name, shown on hover. */
export const RowButton = ({ icon: Icon, label, disabled = false, onClick }: RowButtonProps) => (
  <IconButton size="small" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    <Icon fontSize="small" />
  </IconButton>
);
