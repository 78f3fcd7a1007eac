/** Events of the live hubs (spec 3 section 4), for both ends of the wire. A message is named by its number. */
export const messageHub = '/messageHub';
export const documentProcessingHub = '/documentProcessingHub';

/** Roles that may connect: those whose work is on messages. */
export const hubRoles = ['SysAdmin', 'Administrator', 'User'] as const;

/** Most messages one connection may have open, or wait for, at once. */
export const hubRoomsMax = 20;

/** Somebody else's window that shows a message. `connection` tells two windows of one person apart and means nothing else. */
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

/** Answer to every event a client sends. */
export type HubAnswer = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string };

type Tell = (messageId: number, answer: (given: HubAnswer) => void) => void;

export interface MessageHubEvents {
  open: Tell;
  close: Tell;
}
export interface MessageHubNews {
  /** Somebody opened it just now. */
  opened: (holder: Holder) => void;
  /** Somebody has it open; told to newcomers at once and to all every `syncBroadcastMs`. */
  present: (holder: Holder) => void;
  closed: (holder: Pick<Holder, 'messageId' | 'connection'>) => void;
}

export interface ProcessingHubEvents {
  waitFor: Tell;
  stopWaitingFor: Tell;
}
export interface ProcessingHubNews {
  processed: (done: ProcessingDone) => void;
}

/** The notices about others, letter for letter (spec 3 section 4). */
export const hasOpenedText = (name: string): string => `${name} has opened this message.`;
export const hasOpenText = (name: string): string => `${name} currently has this message open.`;
