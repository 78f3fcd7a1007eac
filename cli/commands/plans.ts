import { recordCommands } from '../records/recordCommands.ts';
import { settableOf } from '../records/setFields.ts';

export const commands = recordCommands({
  name: 'plans',
  area: 'plans',
  actions: { create: 'plans.create', update: 'plans.update', delete: 'plans.delete' },
  one: 'plan',
  settable: settableOf('plans.create'),
  examples: {
    create: '--set "name=Trial plan" --set tierCode=TRIAL --set allowedUsers=5',
    update: '--set allowedUsers=-1',
    file: 'plan.json',
  },
});
