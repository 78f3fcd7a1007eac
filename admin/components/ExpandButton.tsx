import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';

interface ExpandButtonProps {
  /** Accessible name. */
  name: string;
  open: boolean;
  onToggle: () => void;
  /** DOM id of the expanded content. */
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
