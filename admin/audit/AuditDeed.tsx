import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { actionWords } from '../components/changes/changeWords.ts';
import { FieldChanges } from '../components/changes/FieldChanges.tsx';

/** What was done to which record; its fields, reason and reference below it when it is opened. */
export const AuditDeed = ({ entry }: { entry: AuditEntry }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const id = useId();
  const action = actionWords(entry.action, translate);
  const named = { action, when: entry.at };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <IconButton
          size="small"
          aria-label={translate(open ? 'audit.hide' : 'audit.show', named)}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />
        </IconButton>
        <Box sx={{ paddingTop: 0.5, minWidth: 0 }}>
          {action}
          <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
            {translate('audit.target', { type: entry.targetType, id: entry.targetId })}
          </Box>
        </Box>
      </Box>
      {open && (
        <Box id={id} sx={{ paddingLeft: { xs: 0, sm: 4 }, paddingBottom: 1 }}>
          {entry.reason && <div>{translate('audit.reason', { reason: entry.reason })}</div>}
          <FieldChanges label={translate('audit.changes', named)} changes={entry.changes} />
          <Box sx={{ color: 'text.secondary', fontSize: 12, paddingTop: 0.5 }}>
            {translate('audit.reference', { id: entry.requestId })}
          </Box>
        </Box>
      )}
    </>
  );
};
