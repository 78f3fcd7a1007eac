import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { CapturedMail } from '../../shared/contract/mailbox.ts';

/** The subject, and the text of the mail below it when it is opened; always as text, never as a page. */
export const MailText = ({ mail: { subject, body, lastError } }: { mail: CapturedMail }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <IconButton
          size="small"
          aria-label={translate(open ? 'mailbox.hide' : 'mailbox.show', { subject })}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />
        </IconButton>
        {subject}
      </Box>
      {open && (
        <Box id={id} sx={{ paddingLeft: 4, paddingBottom: 1, maxWidth: '75ch' }}>
          {lastError !== null && <Box sx={{ color: 'error.main', paddingBottom: 1 }}>{lastError}</Box>}
          <Box component="pre" sx={{ margin: 0, fontFamily: 'inherit', whiteSpace: 'pre-wrap' }}>
            {body}
          </Box>
        </Box>
      )}
    </>
  );
};
