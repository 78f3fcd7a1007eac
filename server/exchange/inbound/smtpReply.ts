/** A reply that refuses a command. The listener puts the enhanced code (RFC 3463) of its number in front of the text. */
export class SmtpReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

export const unknownRecipient = () => new SmtpReply(550, 'There is no such address here.');

/**
 * The listener knows one enhanced code for each number, and 550 is that of an unknown address. The number it receives stands at
 * the start of the line as it is, so the code of a disabled address (5.2.1) comes along with it.
 */
export const disabledRecipient = () =>
  Object.assign(new SmtpReply(550, 'This address is switched off.'), { responseCode: '550 5.2.1' });

export const tooLarge = (most: number) =>
  Object.assign(new SmtpReply(552, `A mail may have at most ${most} bytes.`), { responseCode: '552 5.3.4' });
export const unreadable = (reason: string) => new SmtpReply(554, `This mail cannot be taken. ${reason}`);
export const later = () => new SmtpReply(451, 'This server cannot take mail at the moment. Try again later.');
