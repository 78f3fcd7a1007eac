import { defineCommand } from '../../command.ts';
import { writeProfileFile } from '../../profiles.ts';
import { findProfile, profileFields, profileRecord } from './profileRecord.ts';

export const profileUse = defineCommand({
  name: 'use',
  summary: 'Make a profile the one in use',
  arguments: [{ name: '<name>', summary: 'the profile', complete: 'profiles' }],
  takes: ['record'],
  fields: profileFields,
  calls: [],
  exits: ['not-found', 'io'],
  examples: ['carepost profile use staging', 'carepost profile use prod'],
  async run(context, _options, [name = '']) {
    const profile = findProfile(context, name);
    await writeProfileFile(context.folders.configFile, { current: name, profiles: context.config.profiles.profiles });
    await context.output.record({ ...profileRecord(context, name, profile), current: true });
  },
});
