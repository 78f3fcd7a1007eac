/** Slots that may be taken before the table doubles; above this, looking takes long. */
const fullest = 0.7;

/**
 * Keys by 64 bits (two numbers of 32), each with 64 bits of value and eight marks, in plain arrays: a million rows take 36 MB where a
 * Map of texts would take ten times that. Two of a million keys share their 64 bits once in forty million files.
 */
export const createHashTable = (options: { readonly values: boolean; readonly expected?: number }) => {
  const width = options.values ? 2 : 0;
  // A table that fits from the start leaves no smaller ones behind for the collector.
  let slots = 2 ** Math.min(26, Math.max(12, Math.ceil(Math.log2((options.expected ?? 0) / fullest + 1))));
  let keys = new Uint32Array(slots * 2);
  let values = new Uint32Array(slots * width);
  /** 0 where nothing is; each key has at least the mark it was added with. */
  let marks = new Uint8Array(slots);
  let size = 0;

  const place = (one: number, two: number): number => {
    let slot = (one ^ (two >>> 7)) & (slots - 1);
    while (marks[slot] !== 0 && (keys[slot * 2] !== one || keys[slot * 2 + 1] !== two)) slot = (slot + 1) & (slots - 1);
    return slot;
  };

  const grow = (): void => {
    const [oldKeys, oldValues, oldMarks] = [keys, values, marks];
    slots *= 2;
    keys = new Uint32Array(slots * 2);
    values = new Uint32Array(slots * width);
    marks = new Uint8Array(slots);
    for (let old = 0; old < oldMarks.length; old += 1) {
      const mark = oldMarks[old] ?? 0;
      if (mark === 0) continue;
      const slot = place(oldKeys[old * 2] ?? 0, oldKeys[old * 2 + 1] ?? 0);
      keys.set(oldKeys.subarray(old * 2, old * 2 + 2), slot * 2);
      values.set(oldValues.subarray(old * width, old * width + width), slot * width);
      marks[slot] = mark;
    }
  };

  return {
    get size() {
      return size;
    },
    /** Adds the key with a mark above 0 unless it is there; true when it was added. */
    add(one: number, two: number, mark = 1): boolean {
      if (size >= slots * fullest) grow();
      const slot = place(one >>> 0, two >>> 0);
      if (marks[slot] !== 0) return false;
      keys[slot * 2] = one;
      keys[slot * 2 + 1] = two;
      marks[slot] = mark;
      size += 1;
      return true;
    },
    /** Where the key stands until the next `add`; -1 where it is not. */
    find(one: number, two: number): number {
      const slot = place(one >>> 0, two >>> 0);
      return marks[slot] === 0 ? -1 : slot;
    },
    mark: (slot: number): number => marks[slot] ?? 0,
    setMark(slot: number, mark: number): void {
      marks[slot] = mark;
    },
    hasValue: (slot: number, one: number, two: number): boolean =>
      values[slot * 2] === one >>> 0 && values[slot * 2 + 1] === two >>> 0,
    setValue(slot: number, one: number, two: number): void {
      values[slot * 2] = one;
      values[slot * 2 + 1] = two;
    },
  };
};
export type HashTable = ReturnType<typeof createHashTable>;
