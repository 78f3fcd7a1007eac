/** Watches base64 as it passes: decoders skip what they do not know, so that a damaged file would become a shorter or an empty one. */
export interface Base64Check {
  add(bytes: Uint8Array): void;
  /** Only the base64 alphabet, white space and padding, and no unit that lacks characters. */
  isValid(): boolean;
}

/** `padding`: some mail programs pad every line; in documents it may only be at the end. */
export function base64Check(padding: 'everyLine' | 'end'): Base64Check {
  let isDamaged = false;
  let isPadded = false;
  /** Characters since the last padding. */
  let length = 0;
  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length && !isDamaged; at++) {
        const role = roles[bytes[at] ?? 0];
        if (role === white) continue;
        if (role === digit) {
          isDamaged = isPadded && padding === 'end';
          length++;
        } else if (role === pad) {
          isDamaged = length % 4 === 1;
          isPadded = true;
          length = 0;
        } else isDamaged = true;
      }
    },
    isValid: () => !isDamaged && length % 4 !== 1,
  };
}

export const isBase64 = (text: string): boolean => {
  const check = base64Check('end');
  check.add(Buffer.from(text, 'utf8'));
  return check.isValid();
};

const [digit, white, pad] = [1, 2, 3] as const;
const roles = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  roles[char.charCodeAt(0)] = digit;
for (const char of ' \t\r\n') roles[char.charCodeAt(0)] = white;
roles['='.charCodeAt(0)] = pad;
