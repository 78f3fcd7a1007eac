import { activityPageSize } from '../../shared/rules/person.ts';
import { defined } from '../../shared/rules/defined.ts';
import { organizationRoles } from '../../shared/rules/user.ts';
import { type Command, selectionFlag } from '../command.ts';
import { eitherFlag } from '../output/where.ts';
import { checkCommand, getCommand, listCommand, pagesCommand } from '../records/commandBuilders.ts';
import { assignmentCommands } from './people/assignments.ts';
import { personChangeCommands } from './people/change.ts';
import { loadPerson, personArgument } from './people/personArgument.ts';
import { sortOf } from '../records/userSort.ts';

const columns = ['name', 'id', 'userName', 'roleName', 'isEnabled', 'lockedUntil', 'lastLoginDate'];
const kinds = ['events', 'requests', 'signatures'] as const;

/** People of the organization that the caller works in. */
const peopleCommands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List the people of your organization, sorted by name',
    options: [
      selectionFlag('--role <role>', `only people with the role ${organizationRoles.join(' or ')}`, {
        choices: organizationRoles,
      }),
      selectionFlag('--enabled', 'only people who can sign in'),
      selectionFlag('--disabled', 'only disabled people'),
      selectionFlag('--invited', 'only people who were invited and have never signed in'),
      selectionFlag('--deleted', 'deleted people, and no others'),
      selectionFlag('--include-network', 'also the people of the organizations of the network that you administer'),
      selectionFlag('--order <field>', 'order of the server, as for users list; with :desc descending', {
        parse: sortOf,
      }),
    ],
    columns,
    calls: ['people.list'],
    examples: ['--search baker', '--role Administrator --all --output csv', '--deleted --output json'],
    sortedBy: 'name',
    pages({ client, read, options }) {
      const { role, enabled, disabled, invited, deleted, includeNetwork, order } = options;
      const filter = defined({
        roleName: role,
        isEnabled: eitherFlag(enabled, disabled, '--enabled and --disabled'),
        isInvited: invited === true ? 'true' : undefined,
        deleted: deleted === true ? 'true' : undefined,
        includeNetwork: includeNetwork === true ? 'true' : undefined,
      });
      return ({ sortDir, pageNumber, pageSize, search }) => {
        const sort = order ?? JSON.stringify({ field: 'name', dir: sortDir });
        const query = { ...filter, ...defined({ search }), page: pageNumber, size: pageSize, sort };
        return client.people.list({ query }, read);
      };
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show a person of your organization',
    arguments: [personArgument],
    calls: ['people.get', 'people.list'],
    examples: ['<person>', '<person> --output json --fields userName,roleName,isEnabled'],
    web: '/account/people',
    rowFields: columns,
    load: (run) => loadPerson(run, run.id),
  }),
  listCommand({
    name: 'jobs',
    summary: 'List the job titles to choose from',
    calls: ['people.jobs'],
    examples: ['', '--output json'],
    load: ({ client, read }) => client.people.jobs({}, read),
  }),
  checkCommand({
    name: 'check-name',
    summary: 'Check whether a user name is free',
    arguments: [{ name: '<user-name>', summary: 'an e-mail address' }],
    calls: ['people.find'],
    examples: ['cleo.dunn@clinic.example', 'cleo.dunn@clinic.example --exit-code --output json'],
    exitWhen: 'it is not available',
    async check({ client, read, id: username }) {
      const record = await client.people.find({ query: { username } }, read);
      return { record, failure: record.isAvailable ? undefined : record.message };
    },
  }),
  ...personChangeCommands,
  ...assignmentCommands,
  pagesCommand({
    name: 'activity',
    summary: 'List what a person did and what happened to the person, newest first',
    arguments: [personArgument],
    options: [
      selectionFlag(
        '--kind <kind>',
        'events by and about the person, requests of the person, or signatures: sign-offs (events)',
        { choices: kinds },
      ),
    ],
    calls: ['people.events', 'people.requests', 'people.signatures', 'people.get', 'people.list'],
    examples: ['<person>', '<person> --kind requests --limit 10', '<person> --export --out activity.csv --overwrite'],
    sortedBy: 'at',
    newestFirst: true,
    isSearchable: false,
    defaultPageSize: activityPageSize,
    async pages(run) {
      const { id } = await loadPerson(run, run.id);
      const kind = kinds.find((one) => one === run.options.kind) ?? 'events';
      return ({ pageNumber: pageStart, pageSize }) =>
        run.client.people[kind]({ params: { id }, query: { pageStart, pageSize } }, run.read);
    },
  }),
];

const forbiddenHint =
  'Administrators of an organization manage its people. As a platform administrator run: carepost users list';

export const commands = peopleCommands.map((command): Command => ({ ...command, forbiddenHint }));
