import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQueryClient } from '@tanstack/react-query';
import { useRecordContext, useTranslate } from 'react-admin';
import { useCallback, useId, useState } from 'react';
import { processedMessageType } from '../../shared/rules/message.ts';
import { useProcessingDone } from '../live/useProcessingDone.ts';
import { AttachmentsTab } from './AttachmentsTab.tsx';
import { EventsTab } from './EventsTab.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageContent } from './MessageContent.tsx';
import type { MessageRow } from './messageRow.ts';
import { ProcessingTab } from './ProcessingTab.tsx';
import { RevealedContext, useRevealing } from './revealed.ts';
import { WorkflowsTab } from './WorkflowsTab.tsx';

const parts = {
  workflows: WorkflowsTab,
  processing: ProcessingTab,
  attachments: AttachmentsTab,
  events: EventsTab,
} as const;
export type DetailTab = keyof typeof parts;

/** Tabs of a message; Processing is shown for messages that came in only (spec 1 section 2). */
export const detailTabs = ({ Type }: MessageRow): DetailTab[] =>
  (['workflows', 'processing', 'attachments', 'events'] as const).filter(
    (tab) => tab !== 'processing' || Type === processedMessageType,
  );

interface MessageDetailProps {
  /** Where the address says which part is shown; without it the detail keeps it by itself. */
  tab?: DetailTab;
  onTab?: (tab: DetailTab) => void;
}

/** All about one message. Its content is masked until a reason is given, and again as soon as this is left. */
export const MessageDetail = (props: MessageDetailProps) => {
  const message = useRecordContext<MessageRow>();
  return message ? <DetailOf message={message} {...props} /> : null;
};

const DetailOf = ({ message, tab: addressed, onTab }: MessageDetailProps & { message: MessageRow }) => {
  const translate = useTranslate();
  const id = useId();
  const revealing = useRevealing(message.id);
  useRefreshWhenProcessed(message.id);
  const [own, setOwn] = useState<DetailTab>('workflows');
  const tabs = detailTabs(message);
  const requested = addressed ?? own;
  const tab = tabs.includes(requested) ? requested : 'workflows';
  const Part = parts[tab];
  return (
    <RevealedContext value={revealing}>
      <MessageActions message={message} />
      <MessageContent id={message.id} />
      <Tabs
        value={tab}
        onChange={(_, next: DetailTab) => (onTab ?? setOwn)(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={translate('inspector.tabs.label', { id: message.id })}
        sx={{ borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { minWidth: 0, paddingX: 1.5 } }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-${name}`}
            aria-controls={name === tab ? `${id}-panel` : undefined}
            label={translate(`inspector.tabs.${name}`)}
          />
        ))}
      </Tabs>
      <Box id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} sx={{ paddingTop: 1.5, minWidth: 0 }}>
        <Part message={message} />
      </Box>
    </RevealedContext>
  );
};

/** Once the documents of the message have been processed, what is shown of them is asked for again. */
const useRefreshWhenProcessed = (id: number) => {
  const queries = useQueryClient();
  const refresh = useCallback(() => {
    for (const key of ['attachments', 'conversions', 'events']) void queries.invalidateQueries({ queryKey: [key] });
    void queries.invalidateQueries({ queryKey: ['inspector', 'workflow'] });
  }, [queries]);
  useProcessingDone(id, refresh);
};
