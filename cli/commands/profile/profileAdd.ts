import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { checkOrigin } from '../../network/origins.ts';
import { environments, isProfileName, type Profile, writeProfileFile } from '../../profiles.ts';
import { profileFields, profileRecord } from './profileRecord.ts';

interface Options {
  readonly api?: string;
  readonly interop?: string;
  readonly issuer?: string;
  readonly environment?: (typeof environments)[number];
  readonly protected?: boolean;
  readonly use?: boolean;
  readonly overwrite?: boolean;
}

export const profileAdd = defineCommand<Options>({
  name: 'add',
  summary: 'Add a profile for an installation',
  arguments: [{ name: '<name>', summary: 'letters, digits, dot, dash, underscore' }],
  options: [
    { flags: '--interop <address>', summary: 'address of the interoperability API', group: 'Connection' },
    { flags: '--environment <kind>', summary: 'prod, staging or dev', group: 'Safety', choices: environments },
    { flags: '--protected', summary: 'writes ask for the profile’s name', group: 'Safety' },
    { flags: '--use', summary: 'make it the profile in use', group: 'Selection' },
    { flags: '--overwrite', summary: 'replace a profile of this name', group: 'Safety' },
  ],
  takes: ['record'],
  fields: profileFields,
  calls: [],
  exits: ['conflict', 'io'],
  examples: [
    'carepost profile add staging --api https://staging.example.com --environment staging',
    'carepost profile add prod --api https://carepost.example.com --environment prod --protected --use',
  ],
  async run(context, options, [name = '']) {
    const { config, folders } = context;
    if (!isProfileName(name))
      throw new CliError('E-USAGE', `"${name}" is no profile name.`, {
        hint: 'Use letters, digits, dot, dash, underscore.',
      });
    const { profiles, current } = config.profiles;
    if (Object.hasOwn(profiles, name) && options.overwrite !== true) {
      throw new CliError('E-EXISTS', `There is a profile "${name}" already.`, {
        exit: 'conflict',
        hint: 'Add --overwrite to replace it.',
      });
    }
    const address = (flag: 'api' | 'interop' | 'issuer') => {
      const text = options[flag];
      return text === undefined ? {} : { [flag]: checkOrigin(text, `flag --${flag}`) };
    };
    const added: Profile = {
      api: config.get('api'),
      ...address('api'),
      ...address('interop'),
      ...address('issuer'),
      ...(options.environment === undefined ? {} : { environment: options.environment }),
      ...(options.protected === true ? { protected: true } : {}),
    };
    const next = options.use === true || current === undefined ? name : current;
    await writeProfileFile(folders.configFile, { current: next, profiles: { ...profiles, [name]: added } });
    await context.output.record({ ...profileRecord(context, name, added), current: next === name });
  },
});
