import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpError, I18nContextProvider } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorState } from '../../../admin/components/ErrorState.tsx';
import { formProblemsOf } from '../../../admin/components/formErrors.ts';
import { serverMessages } from '../../../admin/components/serverError.ts';
import { messages } from '../../../admin/i18n/en.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';

afterEach(cleanup);

const i18n = createI18nProvider(messages);
const show = (error: Error, onRetry: () => void) =>
  render(
    <I18nContextProvider value={i18n}>
      <ErrorState error={error} onRetry={onRetry} />
    </I18nContextProvider>,
  );

describe('error state', () => {
  it('shows the words of the server with the reference and offers Retry', () => {
    const onRetry = vi.fn();
    show(new HttpError('Too many requests.', 429, { messages: ['Too many requests.'], correlationId: 'c-1' }), onRetry);
    expect(screen.getByText('Too many requests.')).toBeTruthy();
    expect(screen.getByText('Reference: c-1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
  it.each([403, 404])('offers no Retry after %i, it would fail again', (status) => {
    show(new HttpError('no', status, {}), () => undefined);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
  it('says a refusal by role in the words of the specification', () => {
    show(new HttpError('x', 403, {}), () => undefined);
    expect(screen.getByText('You are not authorized to view this resource.')).toBeTruthy();
  });
});

describe('words of the server', () => {
  it('are the texts of the model state, each once', () => {
    const errors = { name: 'Too long.', 'address.zip': 'Wrong.', other: 'Wrong.' };
    expect(serverMessages(new HttpError('not valid', 400, { errors, messages: ['not valid'] }))).toEqual([
      'Too long.',
      'Wrong.',
    ]);
  });
  it('begin with the field where they continue its label', () => {
    const errors = { 'userDetails.firstName': 'is required', 'items.0': 'must be an id', name: 'Too long.' };
    expect(serverMessages(new HttpError('not valid', 400, { errors }))).toEqual([
      'First name is required',
      'Items must be an id',
      'Too long.',
    ]);
  });
  it('are all its messages where no field is named, else the message of the failure', () => {
    expect(serverMessages(new HttpError('a', 500, { errors: {}, messages: ['a', 'b'] }))).toEqual(['a', 'b']);
    expect(serverMessages(new Error('The server cannot be reached.'))).toEqual(['The server cannot be reached.']);
  });
});

describe('errors of a form', () => {
  it('are flat by path, without those of the whole form', () => {
    const errors = {
      root: { serverError: { type: 'server', message: 'no' } },
      name: { type: 'manual', message: 'Name is required.' },
      address: { zip: { type: 'server', message: 'Wrong.' } },
    };
    expect(formProblemsOf(errors)).toEqual([
      { field: 'name', text: 'Name is required.', fromServer: false },
      { field: 'address.zip', text: 'Wrong.', fromServer: true },
    ]);
  });
});
