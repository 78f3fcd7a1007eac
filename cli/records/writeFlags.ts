import type { Confirmation } from '../confirmWrite.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';

/** The flags of `takes: ['write']`. */
export interface WriteFlags extends Confirmation {
  readonly reason?: string;
  readonly ticket?: string;
  /** Calls a second; 0 is no limit. */
  readonly rate?: number;
}

/** On a protected profile nothing is done without a reason. Gives the reason back as it is sent. */
export const checkReason = ({ config }: Context, { reason, dryRun }: WriteFlags): string | undefined => {
  const given = reason?.trim() || undefined;
  if (config.profile.protected === true && given === undefined && dryRun !== true) {
    throw new CliError('E-USAGE', `The profile ${config.profileName} is protected: say why with --reason.`);
  }
  return given;
};
