import { fireEvent, screen } from '@testing-library/react';
import { Form } from 'react-admin';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { renderAt } from './renderAt.tsx';

type Values = Record<string, unknown>;

/** Fields in a form of their own; `saved` answers what the form held when it was sent. */
export const renderForm = (fields: ReactNode, defaultValues: Values = {}) => {
  const onSubmit = vi.fn();
  const view = renderAt({
    routes: {
      '/': (
        <Form defaultValues={defaultValues} onSubmit={onSubmit}>
          {fields}
          <button type="submit">Send</button>
        </Form>
      ),
    },
    at: '/',
  });
  const saved = async (): Promise<Values> => {
    onSubmit.mockClear();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => {
      if (onSubmit.mock.calls.length === 0) throw new Error('not sent yet');
    }, 10_000);
    return onSubmit.mock.lastCall?.[0] as Values;
  };
  return { ...view, saved, onSubmit };
};

export const paste = (box: HTMLElement, text: string) =>
  fireEvent.paste(box, { clipboardData: { getData: () => text } });
