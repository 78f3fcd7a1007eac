/** The Message-ID in a text that a user entered: mail programs show it with or without its angle brackets. */
export const messageIdIn = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.replace(/^<|>$/g, '').trim() || trimmed;
};

/** The same as it may be stored: without angle brackets and with them. */
export const messageIdForms = (text: string): string[] => {
  const id = messageIdIn(text);
  return [id, `<${id}>`];
};
