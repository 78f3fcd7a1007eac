import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TagsInput } from '../../../admin/components/TagsInput.tsx';
import { paste, renderForm } from './formScreen.tsx';

afterEach(cleanup);

const problemOf = (tag: string) => (/^[\d.]+$/.test(tag) ? null : `${tag} is no OID.`);
const show = (oids: string[] = [], areTexts = false) =>
  renderForm(
    <TagsInput
      source="oids"
      label="Oids"
      problemOf={problemOf}
      transform={(text) => text.replace(/^urn:oid:/, '')}
      splitsAtSpaces={areTexts}
    />,
    { oids },
  );
const box = () => screen.getByLabelText<HTMLInputElement>('Oids');
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const tags = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

describe('tags input', () => {
  it('takes a text over on Enter, trimmed and transformed, without sending the form', async () => {
    const { saved, onSubmit } = show(['1.1']);
    type('  urn:oid:1.2.3 ');
    const went = fireEvent.keyDown(box(), { key: 'Enter' });
    expect(went).toBe(false);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(tags()).toEqual(['1.1', '1.2.3']);
    expect(box().value).toBe('');
    expect(await saved()).toEqual({ oids: ['1.1', '1.2.3'] });
  });
  it('takes a text over on leaving the box', () => {
    show();
    type('1.2');
    fireEvent.blur(box());
    expect(tags()).toEqual(['1.2']);
  });
  it.each(['', '   ', 'urn:oid:', '1.1'])('adds nothing for %j', (text) => {
    show(['1.1']);
    type(text);
    fireEvent.blur(box());
    expect(tags()).toEqual(['1.1']);
  });
  it('adds a line each when lines are pasted', () => {
    show();
    paste(box(), '1.1\r\n 1.2\n\n1.1');
    expect(tags()).toEqual(['1.1', '1.2']);
  });
  it('keeps what was typed before lines are pasted', () => {
    show();
    type('1.0');
    paste(box(), '1.1\n1.2');
    expect(tags()).toEqual(['1.0', '1.1', '1.2']);
  });
  it('ends a tag at blanks, commas and semicolons where no tag has any', () => {
    show([], true);
    paste(box(), '1.1, 1.2;1.3 1.4\t1.1');
    expect(tags()).toEqual(['1.1', '1.2', '1.3', '1.4']);
    type(' 1.5,1.6 ');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(tags()).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5', '1.6']);
  });
  it('leaves blanks and commas inside a tag elsewhere', () => {
    show();
    type('Clinic, West Wing');
    fireEvent.blur(box());
    expect(tags()[0]).toContain('Clinic, West Wing');
  });
  it('removes by button, and the last one by Backspace in the empty box only', () => {
    show(['1.1', '1.2', '1.3']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove 1.2' }));
    expect(tags()).toEqual(['1.1', '1.3']);
    type('9');
    fireEvent.keyDown(box(), { key: 'Backspace' });
    expect(tags()).toEqual(['1.1', '1.3']);
    type('');
    fireEvent.keyDown(box(), { key: 'Backspace' });
    expect(tags()).toEqual(['1.1']);
  });
  it('keeps what has a problem and says it', () => {
    show();
    type('abc');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(tags()).toEqual([expect.stringContaining('abc')]);
    expect(document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent).toBe('abc is no OID.');
    expect(box().getAttribute('aria-invalid')).toBe('true');
  });
});
