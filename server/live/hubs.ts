/** The live hubs (spec 3 section 4): messageHub sends who has a message open, documentProcessingHub when processing has ended. */
export interface Hubs {
  /** Processing of a message, or of one of its attachments, has ended; connections that wait for it are notified, on any server. */
  processed(done: {
    readonly mailMessageId: number;
    readonly mailAttachmentId?: number;
    readonly status: 'Completed' | 'Failed';
  }): void;
}
