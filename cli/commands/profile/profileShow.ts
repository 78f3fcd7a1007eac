import { defineCommand } from '../../command.ts';
import { findProfile, profileFields, profileRecord } from './profileRecord.ts';

export const profileShow = defineCommand({
  name: 'show',
  summary: 'Show a profile; without a name the one in use',
  arguments: [{ name: '[name]', summary: 'the profile', complete: 'profiles' }],
  takes: ['record'],
  fields: { ...profileFields, table: profileFields.all },
  calls: [],
  exits: ['not-found'],
  examples: ['carepost profile show', 'carepost profile show staging --output json'],
  async run(context, _options, [given]) {
    const { config } = context;
    const name = given ?? config.profileName;
    // Before the first `profile add` the default profile stands for the defaults.
    const profile =
      given === undefined && config.profile === undefined ? { api: config.get('api') } : findProfile(context, name);
    await context.output.record(profileRecord(context, name, profile));
  },
});
