import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../../admin/components/ConfirmDialog.tsx';
import { renderAt } from './renderAt.tsx';

afterEach(cleanup);

const open = () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const dialog = (
    <ConfirmDialog
      title="Delete"
      confirmLabel="Delete it"
      typedName="Lakeside Clinic"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Everything is deleted.
    </ConfirmDialog>
  );
  renderAt({ routes: { '/': dialog }, at: '/' });
  const box = screen.getByLabelText<HTMLInputElement>('Type “Lakeside Clinic” to confirm');
  return { onConfirm, onClose, box, type: (value: string) => fireEvent.change(box, { target: { value } }) };
};
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete it' });

it.each(['', 'L', 'Lakeside', ' Lakeside Cli'])(
  'a beginning of the name (%j) is no mismatch, and confirms nothing',
  (typed) => {
    const { box, type } = open();
    type(typed);
    expect([box.getAttribute('aria-invalid'), confirm().disabled]).toEqual(['false', true]);
    expect(screen.queryByText('The text does not match.')).toBeNull();
  },
);

it.each(['Hilltop', 'lakeside', 'Lakeside Clinics'])('other text (%j) is a mismatch', (typed) => {
  const { box, type, onConfirm } = open();
  type(typed);
  expect([box.getAttribute('aria-invalid'), confirm().disabled]).toEqual(['true', true]);
  expect(screen.getByText('The text does not match.')).toBeTruthy();
  fireEvent.submit(box);
  expect(onConfirm).not.toHaveBeenCalled();
});

it('the whole name confirms', () => {
  const { box, type, onConfirm } = open();
  type('Lakeside Clinic ');
  expect([box.getAttribute('aria-invalid'), confirm().disabled]).toEqual(['false', false]);
  fireEvent.click(confirm());
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('stays open at a click beside it, which may be the second of a double click, and closes on Escape', () => {
  const { onClose } = open();
  const backdrop = document.querySelector('.MuiDialog-container');
  if (!backdrop) throw new Error('The dialog has no backdrop.');
  fireEvent.mouseDown(backdrop);
  fireEvent.click(backdrop);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
