import type { NounBody } from '../../command.ts';
import { messagesGet } from './messagesGet.ts';
import { messagesList } from './messagesList.ts';
import { messagesAttachments, messagesConversions, messagesEvents } from './messagesParts.ts';
import { messagesPreview } from './messagesPreview.ts';
import { messagesSend } from './messagesSend.ts';

export const messages: NounBody = {
  verbs: [
    messagesList,
    messagesGet,
    messagesAttachments,
    messagesEvents,
    messagesConversions,
    messagesPreview,
    messagesSend,
  ],
};
