/** Events of the live hubs (spec 3 section 4), for both ends of the wire. A message is named by its number. */
export const messageHub = '/messageHub';
export const documentProcessingHub = '/documentProcessingHub';

/** Roles that may connect: those whose work is on messages. */
export const hubRoles = ['SysAdmin', 'Administrator', 'User'] as const;

/** Most messages one connection may have open, or wait for, at once. */
export const hubRoomsMax = 20;

/** Another user's window that shows a message. `connection` only distinguishes two windows of one user. */
export interface Holder {
  readonly messageId: number;
  readonly connection: string;
  readonly name: string;
}

/** Processing of a message, or of one of its attachments, has ended. */
export interface ProcessingDone {
  readonly mailMessageId: number;
  readonly mailAttachmentId?: number;
  readonly status: 'Completed' | 'Failed';
}

/** Acknowledgement of every event a client sends. */
export type HubResult = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string };

type MessageEvent = (messageId: number, acknowledge: (result: HubResult) => void) => void;

export interface MessageHubEvents {
  open: MessageEvent;
  close: MessageEvent;
}
export interface MessageHubNews {
  /** Another user opened it just now. */
  opened: (holder: Holder) => void;
  /** Another user has it open; sent to those who open it at once and to all every `syncBroadcastMs`. */
  present: (holder: Holder) => void;
  closed: (holder: Pick<Holder, 'messageId' | 'connection'>) => void;
}

export interface ProcessingHubEvents {
  waitFor: MessageEvent;
  stopWaitingFor: MessageEvent;
}
export interface ProcessingHubNews {
  processed: (done: ProcessingDone) => void;
}

/** The notices about others, letter for letter (spec 3 section 4). */
export const hasOpenedText = (name: string): string => `${name} has opened this message.`;
export const hasOpenText = (name: string): string => `${name} currently has this message open.`;
