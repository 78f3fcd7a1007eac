/** Watches base64 as it passes: decoders skip what they do not know, so that a damaged file would become a shorter or an empty one. */
export interface Base64Check {
  add(text: string): void;
  /** Only the base64 alphabet, white space and padding, and no unit that lacks characters. */
  isValid(): boolean;
}

/** `padding`: some mail programs pad every line, in documents it may only be at the end. */
export function base64Check(padding: 'everyLine' | 'end'): Base64Check {
  let isDamaged = false;
  let isPadded = false;
  /** Characters since the last padding. */
  let length = 0;
  return {
    add: (text) => {
      if (isDamaged) return;
      isDamaged = /[^A-Za-z0-9+/=\s]/.test(text);
      for (const part of text.replaceAll(/\s+/g, '').split(/(=+)/)) {
        if (part === '') continue;
        if (part.startsWith('=')) {
          isPadded = true;
          isDamaged ||= length % 4 === 1;
          length = 0;
        } else {
          isDamaged ||= isPadded && padding === 'end';
          length += part.length;
        }
      }
    },
    isValid: () => !isDamaged && length % 4 !== 1,
  };
}

export const isBase64 = (text: string): boolean => {
  const check = base64Check('end');
  check.add(text);
  return check.isValid();
};
