import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { ExpandButton } from '../components/ExpandButton.tsx';
import { opensRow } from '../components/opensRow.ts';
import { SelectBox } from '../components/SelectBox.tsx';
import { MessageCardTools } from './MessageCardTools.tsx';
import { messageCells } from './messageColumns.tsx';
import { MessageDetail } from './MessageDetail.tsx';
import type { MessageRowsProps } from './MessageTable.tsx';
import { isOpen } from './openRows.ts';

/** The grid on a narrow screen: one message below the other, filters and order above them. */
export const MessageCards = (props: MessageRowsProps) => {
  const { rows, columns, address, selection, onOpen, onExpand } = props;
  const translate = useTranslate();
  const details = columns.filter(({ name }) => name !== 'MailMessageId');
  return (
    <>
      <MessageCardTools {...props} />
      <Box component="ul" aria-label={translate('inspector.table')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map((row) => {
          const open = isOpen(address.open, row.id);
          return (
            <Box component="li" key={row.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
              <Box sx={{ padding: 1 }} {...opensRow(row, onOpen)}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 14, fontWeight: 600 }}>
                  <SelectBox
                    ofRow
                    label={translate('inspector.select', { id: row.id })}
                    checked={selection.isSelected(row)}
                    onChange={() => selection.toggle(row)}
                  />
                  <Box sx={{ flexGrow: 1 }}>{messageCells.MailMessageId(row, address.query)}</Box>
                  <ExpandButton
                    name={translate(open ? 'inspector.collapse' : 'inspector.expand', { id: row.id })}
                    open={open}
                    onToggle={() => onExpand(row)}
                  />
                </Box>
                <Box
                  component="dl"
                  sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, margin: 0, fontSize: 13 }}
                >
                  {details.map(({ name }) => (
                    <Box key={name} sx={{ display: 'contents' }}>
                      <Box component="dt" sx={{ color: 'text.secondary' }}>
                        {translate(`inspector.fields.${name}`)}
                      </Box>
                      <Box component="dd" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                        {messageCells[name](row, address.query)}
                      </Box>
                    </Box>
                  ))}
                </Box>
              </Box>
              {open && (
                <Box sx={{ padding: 1, bgcolor: 'background.default' }}>
                  <MessageDetail message={row} />
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </>
  );
};
