const prime = 0x01000193;

/** 64 bits as two numbers of 32. */
export type HashPair = readonly [number, number];

/**
 * 64 bits of a text as two numbers of 32: identifies texts, protects nothing (integrity is checked by the digest, platform.ts). Two lanes
 * of different start and order, mixed at the end, so that short keys spread over all bits.
 */
export const hashPair = (text: string): HashPair => {
  let one = 0x811c9dc5;
  let two = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, prime);
    two = Math.imul(two + unit, 0x85ebca6b);
    two ^= two >>> 13;
  }
  const stir = (value: number): number => {
    let mixed = value ^ (value >>> 16);
    mixed = Math.imul(mixed, 0x7feb352d);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x846ca68b);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  return [stir(one ^ text.length), stir(two)];
};

/** The 64 bits as 16 hexadecimal digits. */
export const hashText = (text: string): string => {
  const [one, two] = hashPair(text);
  return one.toString(16).padStart(8, '0') + two.toString(16).padStart(8, '0');
};
