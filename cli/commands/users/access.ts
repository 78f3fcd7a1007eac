import { effectiveAccess } from '../../../shared/rules/effectiveAccess.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { nearestEntry } from '../../../shared/rules/nearestEntry.ts';
import { pageAccess, pageNeeds } from '../../../shared/contract/pageAccess.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { type Command, selectionFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { listCommand, pagesCommand, showCommand } from '../../records/commandBuilders.ts';
import { loadUser, userArgument } from './userArgument.ts';

/** An operation by its name in the contract, `organizations.update`, or by method and path. */
const operationNamed = (text: string) => {
  const operations = Object.entries(wire).flatMap(([area, rows]) =>
    Object.entries(rows).map(([name, row]) => ({ ...row, operation: `${area}.${name}` })),
  );
  const match = operations.find(
    ({ operation, method, path }) => operation === text || `${method} ${path}` === text.replace(/\s+/, ' '),
  );
  if (match) return match;
  const known = operations.map(({ operation }) => operation);
  throw new CliError('E-USAGE', `There is no operation "${text}".${didYouMean(text, known)}`, {
    hint: 'Name it as organizations.update or as "PUT /api/organizations/{id}"; see /docs of the server.',
  });
};

/** A page of the web application by its address, or by that of a record below it. */
const pageNamed = (text: string) => {
  const path = text.replace(/[?#].*$/, '').replace(/(?!^)\/+$/, '');
  const known = Object.entries(pageAccess).map(([page, access]) => ({ path: page, access }));
  const match = nearestEntry(known, path);
  if (match) return match;
  const suggestion = didYouMean(
    text,
    known.map((page) => page.path),
  );
  throw new CliError('E-USAGE', `There is no page "${text}".${suggestion}`, {
    hint: 'Name it by its address after the host, such as /admin/organizations.',
  });
};

/** The page or the operation, of which exactly one is named. */
const targetOf = (name: string | undefined, page: string | undefined) => {
  if ((name === undefined) === (page === undefined)) {
    throw new CliError(
      'E-USAGE',
      name === undefined ? 'An operation or --page is missing.' : 'Name an operation or --page, not both.',
      {
        hint: 'For example: carepost users access <user> organizations.update, or carepost users access <user> --page /admin/organizations.',
      },
    );
  }
  if (page !== undefined) {
    const { path, access } = pageNamed(page);
    return {
      page: path,
      operation: null,
      method: null,
      path: null,
      target: { access, ...nearestEntry(pageNeeds, path) },
    };
  }
  const row = operationNamed(name ?? '');
  const { operation, method, path } = row;
  return { page: null, operation, method, path, target: row };
};

/** Where a user is signed in, the history of sign-ins, and what the user may do. */
export const userAccessCommands: readonly Command[] = [
  listCommand({
    name: 'organizations',
    summary: 'List the organizations that a user may work in',
    arguments: [userArgument],
    calls: ['users.organizations', 'users.get', 'users.list'],
    examples: ['<user>', '<user> --output json'],
    async load(run) {
      const { id } = await loadUser(run, run.id);
      return run.client.users.organizations({ params: { id } }, run.read);
    },
  }),
  listCommand({
    name: 'sessions',
    summary: 'List where a user is signed in, newest first',
    arguments: [userArgument],
    calls: ['users.sessions', 'users.get', 'users.list'],
    examples: ['<user>', '<user> --output json'],
    async load(run) {
      const { id } = await loadUser(run, run.id);
      return run.client.users.sessions({ params: { id } }, run.read);
    },
  }),
  pagesCommand({
    name: 'sign-ins',
    summary: 'List the sign-ins, failed sign-ins, locks and logouts of a user, newest first',
    arguments: [userArgument],
    calls: ['users.signIns', 'users.get', 'users.list'],
    examples: ['<user>', '<user> --limit 5 --output json'],
    sortedBy: 'at',
    newestFirst: true,
    isSearchable: false,
    async pages(run) {
      const { id } = await loadUser(run, run.id);
      return ({ pageNumber, pageSize }) =>
        run.client.users.signIns({ params: { id }, query: { pageNumber, pageSize } }, run.read);
    },
  }),
  showCommand({
    name: 'access',
    summary: 'Show whether a user may call an operation or open a page, and the rule that decides',
    description: 'The role and the organization are those where the user works now.',
    arguments: [
      userArgument,
      { name: '[operation]', summary: 'such as organizations.update or "PUT /api/organizations/{id}"; or --page' },
    ],
    options: [
      selectionFlag('--page <path>', 'a page of the web application by its address, such as /admin/organizations'),
    ],
    fields: ['user', 'page', 'operation', 'method', 'path', 'isAllowed', 'rule', 'role', 'organization', 'roles'],
    calls: ['users.get', 'users.list'],
    examples: [
      '<user> organizations.update',
      '<user> organizations.update --output json',
      '<user> --page /admin/organizations',
    ],
    async load(run) {
      const [text = '', name] = run.args;
      const { target, ...named } = targetOf(name, run.options.page);
      const user = await loadUser(run, text);
      const { isAllowed, rule } = effectiveAccess(user, target);
      return {
        user: user.userName,
        ...named,
        isAllowed,
        rule,
        role: user.workplace.roleName,
        organization: user.workplace.organizationName,
        roles: typeof target.access === 'string' ? target.access : target.access.join(', '),
      };
    },
  }),
];
