import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { BasenameContextProvider, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { answering, recordsOver } from './calls.ts';
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

const theme = createTheme();

interface ResourcePages {
  name: string;
  list: ComponentType;
  edit?: ComponentType;
  add?: ComponentType;
  /** Address of the list, where it is not /admin/<name>. */
  path?: string;
}

/** A resource's pages over prepared responses: react-admin's requests go through the REST provider to the same calls. */
export const openResource = (
  { name, list, edit, add: Add, path = `/admin/${name}` }: ResourcePages,
  responses: Readonly<Record<string, unknown>>,
  below: string = '',
) => {
  const calls = answering(responses);
  const rest = recordsOver(calls.dataProvider.call as unknown as Parameters<typeof recordsOver>[0]);
  const page = (
    <ThemeProvider theme={theme}>
      <BasenameContextProvider basename="/admin">
        <Resource name={name} list={list} {...(edit && { edit })}>
          {Add && <Route path="add/*" element={<Add />} />}
        </Resource>
      </BasenameContextProvider>
    </ThemeProvider>
  );
  const view = renderAt({
    routes: { [`${path}/*`]: page, '/admin/organizations': <p>the organizations</p> },
    at: below === '' ? path : `${path}${below.startsWith('?') ? '' : '/'}${below}`,
    dataProvider: { ...rest, ...calls.dataProvider },
  });
  return { ...view, ...calls };
};

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const save = () => press('Save Changes');
