/** The live hubs (spec 3 section 4): messageHub tells who has a message open, documentProcessingHub that processing has ended. */
export interface Hubs {
  /** Processing of a message, or of one of its attachments, has ended; whoever waits for it is told, on any server. */
  processed(done: {
    readonly mailMessageId: number;
    readonly mailAttachmentId?: number;
    readonly status: 'Completed' | 'Failed';
  }): void;
}
