import { type Context, safetyFlag } from './command.ts';
import { CliError, DryRunEnd } from './errors.ts';

export interface Confirmation {
  readonly yes?: boolean;
  readonly confirmProfile?: string;
  /** Ends here, before the question, with exit 0. */
  readonly dryRun?: boolean;
}

const notConfirmed = (message: string, hint: string): CliError => new CliError('E-NOT-CONFIRMED', message, { hint });

/**
 * Asks for confirmation before a change is sent; notes address and user on stderr. A protected profile requires its own name, typed or by
 * --confirm-profile; --yes alone is not enough there.
 */
export const confirmWrite = async (context: Context, title: string, flags: Confirmation): Promise<void> => {
  const { config, terminal } = context;
  const profile = config.profileName;
  if (flags.dryRun === true) {
    terminal.note(`${title} - dry run, nothing was sent.`);
    throw new DryRunEnd();
  }
  const session = await context.session();
  // First the sign-in: a question about a change that cannot be sent would be useless.
  await session.ready();
  terminal.note(`${title} - profile ${profile}, ${config.get('api')}, as ${session.record?.name ?? session.storage}`);
  if (flags.confirmProfile !== undefined && flags.confirmProfile !== profile) {
    throw notConfirmed(
      `--confirm-profile names ${flags.confirmProfile}, the profile in use is ${profile}; nothing was sent.`,
      `Add --confirm-profile ${profile}, or choose the profile with --profile.`,
    );
  }
  if (config.profile.protected !== true) return terminal.confirm(`${title}?`, flags.yes);
  if (flags.confirmProfile === profile) return;
  if (!terminal.canPrompt) {
    throw notConfirmed(`Profile ${profile} is protected; nothing was sent.`, `Add --confirm-profile ${profile}.`);
  }
  const { askText } = await import('./output/prompts.ts');
  const typed = await askText(context, `Profile ${profile} is protected. Type its name to go on:`);
  if (typed !== profile) throw notConfirmed('That is not its name; nothing was sent.', '');
};

/** One of the flags of `takes: ['write']`. */
export const confirmProfileFlag = safetyFlag(
  '--confirm-profile <name>',
  'the name of a protected profile, instead of typing it',
  { complete: 'profiles' },
);
