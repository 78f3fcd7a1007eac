import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { profileFields, profileRecord } from './profileRecord.ts';

export const profileList = defineCommand({
  name: 'list',
  summary: 'List the profiles',
  takes: ['rows'],
  fields: profileFields,
  calls: [],
  examples: ['carepost profile list', 'carepost profile list --output ids'],
  async run(context) {
    const all = Object.entries(context.config.profiles.profiles);
    if (all.length === 0) context.terminal.note(`No profile yet; carepost uses ${context.config.get('api')}.`);
    await showList(
      context,
      all.map(([name, profile]) => profileRecord(context, name, profile)),
    );
  },
});
