import type { Access } from '../../shared/contract/endpoint.ts';
import { wire } from '../../shared/contract/wire.ts';

/** Who may make a call, as the contract's row says: the same row the server checks. */
export const accessOf = (area: string, row: string): Access => wire[area]?.[row]?.access ?? [];

/** Whether somebody with these roles may make a call with this access; `undefined` stands for nobody signed in. */
export const mayCall = (access: Access, heldRoles: readonly string[] | undefined): boolean => {
  if (access === 'public') return true;
  if (heldRoles === undefined) return false;
  return access === 'signedIn' || access.some((role) => heldRoles.includes(role));
};

/** The call behind each action react-admin asks about. */
const calls: Readonly<Record<string, Readonly<Record<string, readonly [area: string, row: string]>>>> = {
  'admin/organizations': {
    list: ['organizations', 'list'],
    show: ['organizations', 'get'],
    edit: ['organizations', 'update'],
    create: ['organizations', 'create'],
    delete: ['organizations', 'delete'],
    export: ['reports', 'directAddresses'],
  },
  networks: { list: ['networks', 'list'], show: ['networks', 'get'] },
  resellers: { list: ['resellers', 'list'], show: ['resellers', 'get'] },
  plans: { list: ['plans', 'list'] },
  brands: { list: ['brands', 'list'] },
};

/** react-admin's canAccess: what no row of the contract allows is refused. */
export const mayDo = (resource: string, action: string, heldRoles: readonly string[] | undefined): boolean => {
  const call = calls[resource]?.[action];
  return call !== undefined && mayCall(accessOf(...call), heldRoles);
};
