import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import type { Database } from '../../../database/openDatabase.ts';
import type { ColumnFilter } from './filter.ts';

/** The column filters of a call, as the contract names them. */
export interface RequestedColumns extends Omit<ColumnFilter, 'ssoBrandIds' | 'passwordBrandIds' | 'planIds'> {
  readonly loginType?: OrganizationRow['loginType'] | undefined;
  readonly tierCode?: string | undefined;
}

/** Login type and tier belong to the brand (or a connection) and the plan of an organization: both become ids, so that counts can be kept by them. */
export async function readColumns(
  { pool }: Pick<Database, 'pool'>,
  { loginType, tierCode, ...columns }: RequestedColumns,
): Promise<ColumnFilter> {
  if (loginType === undefined && tierCode === undefined) return columns;
  const { rows } = await pool.query<{ brands: string[]; plans: string[] }>(
    `select array(select id::text from brands where connection_name is not null order by id) as brands,
       array(select id::text from plans where lower(tier_code) = lower($1) order by id) as plans`,
    [tierCode?.trim() ?? ''],
  );
  const { brands = [], plans = [] } = rows[0] ?? {};
  return {
    ...columns,
    ...(loginType === undefined ? {} : loginType === 'SSO' ? { ssoBrandIds: brands } : { passwordBrandIds: brands }),
    ...(tierCode === undefined ? {} : { planIds: plans }),
  };
}
