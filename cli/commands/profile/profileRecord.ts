import type { FieldList } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Profile } from '../../profiles.ts';
import { readSessionRecord } from '../../session/records.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

export const profileFields: FieldList = {
  all: ['name', 'current', 'api', 'interop', 'issuer', 'environment', 'protected', 'output', 'signedIn', 'as', 'role'],
  table: ['name', 'current', 'api', 'environment', 'protected', 'signedIn', 'as'],
  id: 'name',
};

/** A profile as it is shown; never a secret, and of machines only which client they are. */
export const profileRecord = (context: Context, name: string, profile: Profile) => {
  const session = readSessionRecord(context.folders, name);
  return {
    name,
    current: context.config.profileName === name,
    api: profile.api ?? null,
    interop: profile.interop ?? null,
    issuer: profile.issuer ?? null,
    environment: profile.environment ?? null,
    protected: profile.protected === true,
    output: profile.output ?? null,
    signedIn: session !== undefined,
    as: session?.name ?? profile.machine?.clientId ?? null,
    role: session?.role ?? null,
  };
};

/** The named profile, or exit 6 with the nearest name. */
export const findProfile = (context: Context, name: string): Profile => {
  const { profiles } = context.config.profiles;
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found !== undefined) return found;
  throw new CliError('E-PROFILE-UNKNOWN', `There is no profile "${name}".${didYouMean(name, Object.keys(profiles))}`, {
    exit: 'not-found',
  });
};
