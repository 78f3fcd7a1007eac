import type { OrganizationCreate, OrganizationUpdate } from '../../shared/contract/organizationSchemas.ts';

/** The part of react-admin's list question that the organizations call understands. */
export interface ListQuestion {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined;
  readonly sort?: { readonly field: string; readonly order: string } | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
}

const isTrue = (value: unknown) => value === true || value === 'true';

/** react-admin's page, sort and filter as the query of GET /api/organizations (spec 1 section 7). */
export const organizationQuery = ({ pagination, sort, filter }: ListQuestion) => {
  const words = filter?.['q'] ?? filter?.['search'];
  const search = typeof words === 'string' ? words.trim() : '';
  return {
    cancelling: isTrue(filter?.['cancelling']) ? 'true' : 'false',
    sortDir: sort?.order === 'DESC' ? ('desc' as const) : ('asc' as const),
    pageNumber: pagination?.page ?? 1,
    pageSize: pagination?.perPage ?? 10,
    ...(search === '' ? {} : { search }),
  };
};
export type OrganizationQuery = ReturnType<typeof organizationQuery>;

/** Forms hold whole records of react-admin; the contract says which of their fields the server takes. */
export const organizationBody = (data: unknown) => data as OrganizationCreate & OrganizationUpdate;
