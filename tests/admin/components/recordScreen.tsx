import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { answering } from './calls.ts';
import { renderAt } from './renderAt.tsx';

/** A page that keeps records, at an address of its own, over prepared answers. */
export const openRecords = (
  path: string,
  page: ReactNode,
  responses: Readonly<Record<string, unknown>>,
  below: string = '',
) => {
  const calls = answering(responses);
  const view = renderAt({
    routes: { [`${path}/*`]: page, '/admin/organizations': <p>the organizations</p> },
    at: below === '' ? path : `${path}${below.startsWith('?') ? '' : '/'}${below}`,
    dataProvider: calls.dataProvider,
  });
  return { ...view, ...calls };
};

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const save = () => press('Save Changes');
