import { BasenameContextProvider, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { type LazyPage, page } from './page.tsx';

interface ResourceDeclaration {
  readonly name: string;
  readonly list: LazyPage;
  readonly edit: LazyPage;
  readonly add: LazyPage;
  readonly recordRepresentation: string;
}

/** The routes of a resource under /admin as one page; new records are at `add`. */
export const resourcePage = ({ name, list, edit, add: Add, recordRepresentation }: ResourceDeclaration): LazyPage =>
  page(async () => {
    await list.preload();
    return () => (
      <BasenameContextProvider basename="/admin">
        <Resource name={name} list={list} edit={edit} hasCreate recordRepresentation={recordRepresentation}>
          <Route path="add/*" element={<Add />} />
        </Resource>
      </BasenameContextProvider>
    );
  });
