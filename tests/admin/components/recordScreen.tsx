import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { type AuthProvider, BasenameContextProvider, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import type { Responses } from '../../support/contractApi.ts';
import { renderAt } from './renderAt.tsx';

/** A page at an address of its own, over prepared responses. */
export const openPage = (
  path: string,
  page: ReactNode,
  responses: Responses,
  below: string = '',
  authProvider?: AuthProvider,
) =>
  renderAt({
    routes: { [`${path}/*`]: page, '/admin/organizations': <p>the organizations</p> },
    at: below === '' ? path : `${path}${below.startsWith('?') ? '' : '/'}${below}`,
    responses,
    authProvider,
  });

const theme = createTheme();

interface ResourcePages {
  name: string;
  list: ComponentType;
  edit?: ComponentType;
  add?: ComponentType;
  /** Address of the list, where it is not /admin/<name>. */
  path?: string;
}

/** A resource's pages over prepared responses. */
export const openResource = (
  { name, list, edit, add: Add, path = `/admin/${name}` }: ResourcePages,
  responses: Responses,
  below: string = '',
  authProvider?: AuthProvider,
) => {
  const page = (
    <ThemeProvider theme={theme}>
      <BasenameContextProvider basename="/admin">
        <Resource name={name} list={list} {...(edit && { edit })}>
          {Add && <Route path="add/*" element={<Add />} />}
        </Resource>
      </BasenameContextProvider>
    </ThemeProvider>
  );
  return openPage(path, page, responses, below, authProvider);
};

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const save = () => press('Save Changes');
