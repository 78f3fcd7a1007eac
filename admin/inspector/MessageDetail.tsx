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
import { RevealContext, useRevealState } from './MessageReveal.tsx';
import type { MessageRow } from './messageColumns.tsx';
import { ProcessingTab } from './ProcessingTab.tsx';
import { WorkflowsTab } from './WorkflowsTab.tsx';

const tabContents = {
  workflows: WorkflowsTab,
  processing: ProcessingTab,
  attachments: AttachmentsTab,
  events: EventsTab,
} as const;
export type DetailTab = keyof typeof tabContents;
export const allTabs = Object.keys(tabContents) as DetailTab[];

/** Tabs of a message; only received messages have Processing (spec 1 section 2). */
export const detailTabs = ({ Type }: MessageRow): DetailTab[] =>
  allTabs.filter((tab) => tab !== 'processing' || Type === processedMessageType);

interface MessageDetailProps {
  /** The tab of the address; without it the tab is local state. */
  tab?: DetailTab;
  onTab?: (tab: DetailTab) => void;
}

/** Actions, content and tabs of one message. The content is masked until the user enters a reason, and again after unmounting. */
export const MessageDetail = (props: MessageDetailProps) => {
  const message = useRecordContext<MessageRow>();
  return message ? <DetailOf message={message} {...props} /> : null;
};

const DetailOf = ({ message, tab: tabOfAddress, onTab }: MessageDetailProps & { message: MessageRow }) => {
  const translate = useTranslate();
  const id = useId();
  const reveal = useRevealState(message.id);
  useRefreshWhenProcessed(message.id);
  const [localTab, setLocalTab] = useState<DetailTab>('workflows');
  const tabs = detailTabs(message);
  const requested = tabOfAddress ?? localTab;
  const tab = tabs.includes(requested) ? requested : 'workflows';
  const TabContent = tabContents[tab];
  return (
    <RevealContext value={reveal}>
      <MessageActions message={message} />
      <MessageContent id={message.id} />
      <Tabs
        value={tab}
        onChange={(_, next: DetailTab) => (onTab ?? setLocalTab)(next)}
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
        <TabContent message={message} />
      </Box>
    </RevealContext>
  );
};

/** Once the documents of the message have been processed, the queries about them run again. */
const useRefreshWhenProcessed = (id: number) => {
  const queries = useQueryClient();
  const refresh = useCallback(() => {
    for (const key of ['attachments', 'conversions', 'events']) void queries.invalidateQueries({ queryKey: [key] });
    void queries.invalidateQueries({ queryKey: ['inspector', 'workflow'] });
  }, [queries]);
  useProcessingDone(id, refresh);
};
