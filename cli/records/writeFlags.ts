import type { Context } from '../command.ts';
import type { Confirmation } from '../confirmWrite.ts';
import { CliError } from '../errors.ts';

/** The flags of `takes: ['write']`. */
export interface WriteFlags extends Confirmation {
  readonly reason?: string;
  readonly ticket?: string;
  /** Calls per second; 0 is no limit. */
  readonly rate?: number;
}

/** A write on a protected profile needs a reason. Returns the reason as it is sent. */
export const checkReason = ({ config }: Context, { reason, dryRun }: WriteFlags): string | undefined => {
  const text = reason?.trim() || undefined;
  if (config.profile.protected === true && text === undefined && dryRun !== true) {
    throw new CliError('E-USAGE', `The profile ${config.profileName} is protected: give the reason with --reason.`);
  }
  return text;
};
