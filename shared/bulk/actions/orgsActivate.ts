import type { Organization } from '../../contract/organizationSchemas.ts';
import { isEmail } from '../../rules/email.ts';
import { seedRecordsDefault } from '../../rules/organization.ts';
import type { BulkAction, Current, RowContext } from '../action.ts';
import type { Consequence } from '../consequences.ts';
import type { Change, Values } from '../values.ts';
import {
  currentWith,
  guarded,
  idOf,
  idProblems,
  nothingKnown,
  organizationColumn,
  readOrganization,
  scanRows,
} from './targets.ts';

const currentOf = (organization: Organization): Current =>
  currentWith(organization, { activated: organization.isActivated });

const mailsOnlyText = 'Only an activation sends the e-mail: leave the cell blank.';
const noRecipientText = 'The activation e-mail goes to the primary contact, who has no usable e-mail address.';

const wishes = (values: Values) => {
  const isActivated = values['activated'] === true;
  return {
    activated: isActivated,
    sendEmail: isActivated && values['send_email'] === true,
    // The default of the dialog; only an activation creates the address.
    seedRecords: isActivated && (values['seed_records'] ?? seedRecordsDefault) === true,
  };
};

const isActivating = (values: Values, { isActivated }: Organization): boolean =>
  wishes(values).activated && !isActivated;

const recordOf = (current: Current | undefined): Organization | undefined =>
  current?.record as Organization | undefined;

/** Number of recipients of the e-mail: the primary contact and copies, each once (server: prepareActivation). */
const recipients = ({ contact, settings }: Organization): number =>
  new Set([contact.email ?? '', ...settings.notificationEmails].filter(isEmail).map((address) => address.toLowerCase()))
    .size;

/** The domain of the direct addresses of all organizations, requested for the first row. */
const directSuffix = ({ id, subdomain }: Organization, { client, options, shared }: RowContext) =>
  shared.once('direct-suffix', async () => {
    const { ownDomain } = await client.organizations.domains({ params: { id } }, options);
    return ownDomain?.slice(subdomain?.length ?? 0) ?? '';
  });

/** Whether the activation creates the default records address (server: seedRecordsAddress). */
const getsRecordsAddress = async (organization: Organization, context: RowContext): Promise<boolean> => {
  const { id, subdomain, direct } = organization;
  if (subdomain === null || !direct.isEnabled) return false;
  const { client, options } = context;
  const val = `${direct.recordsName}@${subdomain.toLowerCase()}${await directSuffix(organization, context)}`;
  if (await client.documentsources.exists({ query: { val } }, options)) return false;
  const query = { organizationId: id, type: 'DirectMessaging', pageSize: 1 };
  return (await client.documentsources.list({ query }, options)).totalCount < direct.maxAddresses;
};

const consequencesOf = async (
  values: Values,
  organization: Organization,
  changes: readonly Change[],
  context: RowContext,
): Promise<Consequence[]> => {
  const { sendEmail, seedRecords } = wishes(values);
  const record: Consequence[] = [];
  if (changes.length === 0) return record;
  if (sendEmail) {
    record.push({ kind: 'activation-mail', count: recipients(organization) });
    // The state can be undone, the e-mail cannot.
    record.push({ kind: 'irreversible', count: 1 });
  }
  if (seedRecords && (await getsRecordsAddress(organization, context)))
    record.push({ kind: 'records-address', count: 1 });
  return record;
};

export const orgsActivate: BulkAction = {
  name: 'orgs.activate',
  summary: 'Activate or deactivate organizations; an active organization gets no second e-mail',
  kind: 'update',
  mails: true,
  columns: [
    organizationColumn('id'),
    {
      name: 'activated',
      kind: 'flag',
      required: true,
      field: 'activated',
      summary: 'whether it is active',
      examples: ['true', 'false'],
    },
    {
      name: 'send_email',
      kind: 'flag',
      keeps: true,
      field: 'sendEmail',
      summary: 'whether the activation e-mail is sent to its primary contact and the recipients of copies; blank: no',
      examples: ['true', ''],
    },
    {
      name: 'seed_records',
      kind: 'flag',
      keeps: true,
      field: 'seedRecords',
      summary: 'whether its default records address is created; blank: yes',
      examples: ['', ''],
    },
  ],
  naturalKey: 'id',
  undoes: 'restores the state without an e-mail; a sent e-mail and a created address stay',
  calls: [
    'organizations.list',
    'organizations.get',
    'organizations.domains',
    'documentsources.exists',
    'documentsources.list',
    'organizations.activate',
  ],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => [
    ...idProblems(values, ['id']),
    ...(values['activated'] === false && values['send_email'] === true
      ? [{ column: 'send_email', code: 'E-CELL-RULE', message: mailsOnlyText }]
      : []),
  ],

  async read(values, context) {
    const record = await readOrganization(idOf(values), context);
    return record && currentOf(record);
  },

  async check(values, current) {
    const organization = recordOf(current);
    if (organization === undefined || !wishes(values).sendEmail || !isActivating(values, organization)) return [];
    return isEmail(organization.contact.email ?? '')
      ? []
      : [{ column: 'send_email', code: 'E-CELL-RULE', message: noRecipientText }];
  },

  desired: ({ activated = null }) => ({ activated }),

  consequences: async (values, current, changes, context) => {
    const organization = recordOf(current);
    return organization === undefined ? [] : consequencesOf(values, organization, changes, context);
  },

  async write(values, current, _changes, { client, options }) {
    const params = { id: idOf(values) };
    return currentOf(await client.organizations.activate({ params, body: wishes(values) }, guarded(options, current)));
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'orgs.activate',
          values: { id, activated: before.values['activated'] ?? null, send_email: false, seed_records: false },
        },

  scan: scanRows(({ isActivated }) => ({ activated: isActivated })),
  keyCells: ({ id }) => ({ id }),
};
