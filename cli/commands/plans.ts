import { recordCommands } from '../records/recordCommands.ts';

export const commands = recordCommands({
  name: 'plans',
  area: 'plans',
  one: 'plan',
  web: '/admin/plans',
  settable: { name: 'text', tierCode: 'text', allowedUsers: 'number' },
  examples: {
    create: '--set "name=Trial plan" --set tierCode=TRIAL --set allowedUsers=5',
    update: '--set allowedUsers=-1',
    file: 'plan.json',
  },
});
