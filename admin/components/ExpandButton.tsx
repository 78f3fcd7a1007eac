import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';

interface ExpandButtonProps {
  /** What it does to which row, in words. */
  name: string;
  open: boolean;
  onToggle: () => void;
  /** DOM id of what it opens. */
  controls?: string;
}

/** Opens and closes the detail of a row in place. */
export const ExpandButton = ({ name, open, onToggle, controls }: ExpandButtonProps) => (
  <IconButton
    size="small"
    aria-label={name}
    title={name}
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    onClick={onToggle}
  >
    <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />
  </IconButton>
);
