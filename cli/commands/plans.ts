import { recordCommands } from '../records/recordCommands.ts';

const listed = ['id', 'name', 'tierCode', 'allowedUsers'];
const fields = [...listed, 'organizationCount', 'version'];

export const commands = recordCommands({
  name: 'plans',
  area: 'plans',
  one: 'plan',
  web: '/admin/plans',
  listFields: listed,
  fields,
  settable: { name: 'text', tierCode: 'text', allowedUsers: 'number' },
  examples: {
    create: '--set "name=Trial plan" --set tierCode=TRIAL --set allowedUsers=5',
    update: '--set allowedUsers=-1',
    file: 'plan.json',
  },
});
