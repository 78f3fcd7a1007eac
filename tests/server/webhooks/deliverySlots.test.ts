import { expect, test } from 'vitest';
import { deliverySlots, type Slot } from '../../../server/webhooks/deliverySlots.ts';

const isTaken = (slot: Slot) => 'release' in slot;

test('one webhook has half of the slots, and all of them leave two jobs to other tasks', () => {
  const slots = deliverySlots(6);
  const taken = ['a', 'a', 'a', 'b', 'b', 'b', 'c'].map((id) => slots.take(id));
  expect(taken.map(isTaken)).toEqual([true, true, false, true, true, false, false]);
  const [first] = taken;
  if (first && 'release' in first) first.release();
  expect(isTaken(slots.take('c'))).toBe(true);
});

test('a worker of one job delivers as well', () => {
  expect(isTaken(deliverySlots(1).take('a'))).toBe(true);
});

test('deliveries are put back as far apart as the receiver needs, at most a minute', () => {
  let now = 0;
  const slots = deliverySlots(6, () => now);
  slots.take('a');
  slots.take('a');
  now = 4_000;
  const waits = Array.from({ length: 40 }, () => slots.take('a')).map((slot) =>
    'waitSeconds' in slot ? slot.waitSeconds : undefined,
  );
  expect(waits.slice(0, 3)).toEqual([2, 4, 6]);
  expect(waits.at(-1)).toBe(60);
});
