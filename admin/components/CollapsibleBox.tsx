import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useId, useState } from 'react';

interface CollapsibleBoxProps {
  title: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
}

/** A part of a page that opens and closes in place (spec 1 section 2, shared pieces). What is closed is not drawn and loads nothing. */
export const CollapsibleBox = ({ title, children, defaultOpen = false }: CollapsibleBoxProps) => {
  const [open, setOpen] = useState(defaultOpen);
  const id = useId();
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box component="h2" id={`${id}-title`} sx={{ margin: 0, fontSize: 14 }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          onClick={() => setOpen(!open)}
          sx={{
            width: '100%',
            justifyContent: 'flex-start',
            gap: 1,
            paddingY: 1.25,
            fontSize: 14,
            fontFamily: 'inherit',
            fontWeight: 600,
            textAlign: 'left',
          }}
        >
          <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />
          {title}
        </ButtonBase>
      </Box>
      {open && (
        <Box id={`${id}-body`} sx={{ paddingBottom: 2 }}>
          {children}
        </Box>
      )}
    </Box>
  );
};
