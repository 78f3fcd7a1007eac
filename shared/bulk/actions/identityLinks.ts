import type { IdentityLink } from '../../contract/identitylinks.ts';
import { issuerProblem } from '../../rules/issuer.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { idColumn, idOf, idProblems, ifThere, nothingKnown, scanPages, textOf } from './targets.ts';

const text = (
  name: string,
  field: string,
  maxLength: number,
  summary: string,
  examples: Column['examples'],
): Column => ({
  name,
  kind: 'text',
  required: true,
  maxLength,
  field,
  summary,
  examples,
});

const columns: readonly Column[] = [
  text('issuer', 'issuer', 500, 'issuer of the provider, as its metadata name it', [
    'https://login.example.org',
    'https://login.example.org',
  ]),
  text('subject', 'subject', 255, 'claim sub of the subject', ['00u1a2b3', '00u4c5d6']),
  text('user_name', 'userName', 320, 'user name of the account', [
    'ann.baker@lakeside.example',
    'ben.clark@hilltop.example',
  ]),
];

/** An issuer is one however many slashes it ends with. */
const issuerOf = (values: Values): string => textOf(values, 'issuer').replace(/\/+$/, '');
const userNameOf = (values: Values): string => textOf(values, 'user_name').toLowerCase();

/** A removed link is none: it refuses its subject. */
const currentOf = (link: IdentityLink): Current => ({
  id: link.id,
  name: `${link.subject} of ${link.issuer}`,
  values: { issuer: link.issuer, subject: link.subject, user_name: link.userName.toLowerCase() },
  record: link,
});

const issuerProblems = (values: Values): CellProblem[] => {
  const issuer = textOf(values, 'issuer');
  const problem = issuer === '' ? null : issuerProblem(issuer);
  return problem === null ? [] : [{ column: 'issuer', code: 'E-CELL-RULE', message: `"${issuer}" ${problem}.` }];
};

const create: BulkAction = {
  name: 'identity-links.create',
  summary: 'Link subjects of other OpenID providers to accounts; tokens of the subject act as the account from then on',
  kind: 'create',
  columns,
  naturalKey: 'issuer and subject',
  undoes: 'removes the link; tokens of the subject are refused then',
  calls: ['identitylinks.list', 'identitylinks.create'],
  keyOf: (values) => `${issuerOf(values)} ${textOf(values, 'subject')}`,
  lockOf: (values) => `${issuerOf(values)} ${textOf(values, 'subject')}`,
  problems: issuerProblems,

  async read(values, { client, options }) {
    const query = { search: textOf(values, 'subject').slice(0, 200), status: 'Active' as const, pageSize: 5000 };
    const { items } = await client.identitylinks.list({ query }, { ...options, fresh: true });
    const link = items.find(
      ({ issuer, subject }) =>
        subject === textOf(values, 'subject') &&
        issuer.replace(/\/+$/, '').toLowerCase() === issuerOf(values).toLowerCase(),
    );
    return link && currentOf(link);
  },

  async check(values, current) {
    if (current === undefined || current.values['user_name'] === userNameOf(values)) return [];
    const message = `The subject is linked to ${String(current.values['user_name'])} already. Remove that link first.`;
    return [{ column: 'subject', code: 'E-LINK-EXISTS', message }];
  },

  desired: (values) => ({ user_name: userNameOf(values) }),

  async write(values, _current, _changes, { client, options }) {
    const body = { issuer: textOf(values, 'issuer'), subject: textOf(values, 'subject'), userName: userNameOf(values) };
    return currentOf(await client.identitylinks.create({ body }, options));
  },

  reverse: ({ id, after }) =>
    after === undefined
      ? nothingKnown
      : { action: 'identity-links.delete', values: { id, expected_subject: after.values['subject'] ?? null } },
};

const readLink = async (values: Values, { client, options }: RowContext): Promise<Current | undefined> => {
  const link = await ifThere(client.identitylinks.get({ params: { id: idOf(values) } }, { ...options, fresh: true }));
  return link?.status === 'Active' ? currentOf(link) : undefined;
};

const remove: BulkAction = {
  name: 'identity-links.delete',
  summary: 'Remove links of accounts to subjects of other OpenID providers; their tokens are refused at once',
  kind: 'delete',
  scans: 'identitylinks.list',
  columns: [
    idColumn('id of the link: carepost identity-links list'),
    text('expected_subject', 'subject', 255, 'its subject; the row is refused if it differs, to catch wrong ids', [
      '00u1a2b3',
      '00u4c5d6',
    ]),
  ],
  naturalKey: 'id',
  undoes: 'links the subject again',
  calls: ['identitylinks.list', 'identitylinks.get', 'identitylinks.delete'],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => idProblems(values, ['id']),
  read: readLink,

  async check(values, current) {
    const subject = current?.values['subject'];
    if (current === undefined || subject === textOf(values, 'expected_subject')) return [];
    return [{ column: 'expected_subject', code: 'E-ROW-NAME', message: `The subject is "${String(subject)}".` }];
  },

  desired: () => null,

  async write(values, _current, _changes, { client, options }) {
    await client.identitylinks.delete({ params: { id: idOf(values) } }, options);
    return undefined;
  },

  reverse: ({ before }) =>
    before === undefined ? nothingKnown : { action: 'identity-links.create', values: before.values },

  async *scan({ client, options }, keep) {
    const links = scanPages(keep, (query) =>
      client.identitylinks.list({ query: { ...query, status: 'Active' } }, options),
    );
    for await (const link of links) yield currentOf(link);
  },
  keyCells: ({ id, values }) => ({ id, expected_subject: values['subject'] ?? null }),
};

export const identityLinkActions: readonly BulkAction[] = [create, remove];
