import { defineCommand } from '../../command.ts';
import { writeProfileFile } from '../../profiles.ts';
import { readSessionRecord, removeSessionRecord } from '../../session/records.ts';
import { findProfile } from './profileRecord.ts';

interface Options {
  readonly yes?: boolean;
}

export const profileRemove = defineCommand<Options>({
  name: 'remove',
  summary: 'Remove a profile and forget its sign-in on this machine',
  arguments: [{ name: '<name>', summary: 'the profile', complete: 'profiles' }],
  takes: ['confirm', 'record'],
  fields: { all: ['name', 'removed'], table: ['name', 'removed'], id: 'name' },
  calls: [],
  exits: ['not-found', 'io'],
  examples: ['carepost profile remove staging --yes'],
  async run(context, { yes }, [name = '']) {
    findProfile(context, name);
    await context.terminal.confirm(`Remove the profile ${name}?`, yes);
    const { profiles, current } = context.config.profiles;
    const record = readSessionRecord(context.folders, name);
    if (record !== undefined) {
      const { openSecretStore } = await import('../../session/secretStore.ts');
      await (await openSecretStore(record.storage, context.folders)).remove(name);
      removeSessionRecord(context.folders, name);
    }
    const rest = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name));
    await writeProfileFile(context.folders.configFile, {
      current: current === name ? undefined : current,
      profiles: rest,
    });
    await context.output.record({ name, removed: true });
  },
});
