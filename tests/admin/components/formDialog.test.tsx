import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError, required, TextInput } from 'react-admin';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateEntry } from '../../../admin/components/DateEntry.tsx';
import { FormDialog } from '../../../admin/components/FormDialog.tsx';
import { renderAt } from './renderAt.tsx';

afterEach(cleanup);

interface Input {
  onSubmit?: (values: object) => Promise<void>;
  onOuter?: () => void;
}

const Page = ({ onSubmit = () => Promise.resolve(), onOuter }: Input) => {
  const [open, setOpen] = useState(true);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onOuter?.();
      }}
    >
      {open && (
        <FormDialog
          title="Add Alternate Organization OID"
          submitLabel="Save"
          defaultValues={{ value: null, day: null }}
          failureText="There was an error creating this OID."
          onSubmit={onSubmit}
          onClose={() => setOpen(false)}
        >
          <TextInput source="value" label="Value" validate={required('Value is required.')} />
          <DateEntry source="day" label="Day" />
        </FormDialog>
      )}
    </form>
  );
};
const show = (input: Input = {}) =>
  renderAt({ routes: { '/a': <Page {...input} />, '/b': <p>elsewhere</p> }, at: '/a' });
const modal = () => within(screen.getByRole('dialog', { name: 'Add Alternate Organization OID' }));
const box = () => modal().getByRole<HTMLInputElement>('textbox', { name: 'Value' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const save = () => fireEvent.click(modal().getByRole('button', { name: 'Save' }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('form dialog', () => {
  it('has the focus on its first field', () => {
    show();
    expect(document.activeElement).toBe(box());
  });
  it('asks before Escape discards what was typed', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    show();
    type('1.2.3');
    const escape = () => fireEvent.keyDown(box(), { key: 'Escape' });
    escape();
    expect(box().value).toBe('1.2.3');
    escape();
    await gone();
    expect(confirm).toHaveBeenCalledTimes(2);
    confirm.mockRestore();
  });
  it('closes by Escape where nothing was typed', async () => {
    show();
    fireEvent.keyDown(box(), { key: 'Escape' });
    await gone();
  });
  it('sends the values and closes after the server accepted them, without submitting a form round it', async () => {
    let response = () => {};
    const onSubmit = vi.fn(() => new Promise<void>((resolve) => void (response = resolve)));
    const onOuter = vi.fn();
    show({ onSubmit, onOuter });
    type('1.2.3');
    save();
    const busy = await modal().findByRole<HTMLButtonElement>('button', { name: 'Working…' });
    expect(busy.disabled).toBe(true);
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ value: '1.2.3', day: null });
    response();
    await gone();
    expect(onOuter).not.toHaveBeenCalled();
  });
  it('refuses an empty required input and a text that is no date before it sends', async () => {
    const onSubmit = vi.fn();
    show({ onSubmit });
    save();
    expect(await modal().findByText('Value is required.')).toBeTruthy();
    expect(modal().getByText('Please fill out all required fields.')).toBeTruthy();
    type('1.2.3');
    const day = modal().getByLabelText('Day');
    fireEvent.change(day, { target: { value: '99/99' } });
    fireEvent.blur(day);
    save();
    expect(await modal().findByText('Enter an existing date as M/d/yyyy, M/d/yy, MMddyyyy or MMddyy.')).toBeTruthy();
    expect(modal().getByText('Please correct the marked fields.')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });
  it('shows the errors of the server at their inputs and the others below, and stays open', async () => {
    const errors = { value: 'Too long.', version: 'Another user changed it.' };
    show({ onSubmit: () => Promise.reject(new HttpError('Not valid.', 400, { errors })) });
    type('1.2.3');
    save();
    expect(await modal().findByText('Too long.')).toBeTruthy();
    expect(box().getAttribute('aria-invalid')).toBe('true');
    const alert = modal().getByRole('alert').textContent;
    expect(alert).toContain('There was an error creating this OID.');
    expect(alert).toContain('Another user changed it.');
    expect(alert).not.toContain('Too long.');
    expect(box().value).toBe('1.2.3');
  });
  it('shows the message of the server where no field is named', async () => {
    show({ onSubmit: () => Promise.reject(new HttpError('The service is not available.', 503, { errors: {} })) });
    type('1.2.3');
    save();
    expect(await modal().findByText('The service is not available.')).toBeTruthy();
  });
  it('closes by Cancel, by Escape and when another page is opened', async () => {
    show();
    fireEvent.click(modal().getByRole('button', { name: 'Cancel' }));
    await gone();
    cleanup();
    show();
    fireEvent.keyDown(box(), { key: 'Escape' });
    await gone();
    cleanup();
    const { router } = show();
    await act(() => router.navigate('/b'));
    await gone();
  });
});
