import { posix, win32 } from 'node:path';
import { CliError } from './errors.ts';
import type { Io } from './io.ts';

export interface Folders {
  readonly config: string;
  readonly state: string;
  readonly configFile: string;
  readonly systemConfigFile: string;
}

const name = 'carepost';

/**
 * The XDG folders, or what Windows and macOS have instead (the folders env-paths names, which reads the environment of the process only).
 * No file is ever read from the current directory.
 */
export const findFolders = ({ env, system: { platform } }: Pick<Io, 'env' | 'system'>): Folders => {
  const path = platform === 'win32' ? win32 : posix;
  const join = (...parts: readonly string[]) => path.join(...parts);
  const inHome = (...parts: readonly string[]): string => {
    const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
    if (home) return join(home, ...parts);
    const [variable, others] =
      platform === 'win32'
        ? ['USERPROFILE', 'APPDATA and LOCALAPPDATA']
        : ['HOME', 'XDG_CONFIG_HOME and XDG_STATE_HOME'];
    throw new CliError(
      'E-CONFIG',
      `The environment variable ${variable} is not set, so there is no folder for settings.`,
      {
        hint: `Set ${variable}${platform === 'darwin' ? '' : `, or ${others}`}.`,
      },
    );
  };
  const foldersOf = (): readonly [config: string, state: string, system: string] => {
    if (platform === 'win32') {
      return [
        join(env['APPDATA'] || inHome('AppData', 'Roaming'), name, 'Config'),
        join(env['LOCALAPPDATA'] || inHome('AppData', 'Local'), name, 'Data', 'state'),
        join(env['ProgramData'] || 'C:\\ProgramData', name),
      ];
    }
    if (platform === 'darwin') {
      const library = inHome('Library');
      return [join(library, 'Preferences', name), join(library, 'Application Support', name, 'state'), `/etc/${name}`];
    }
    return [
      join(env['XDG_CONFIG_HOME'] || inHome('.config'), name),
      join(env['XDG_STATE_HOME'] || inHome('.local', 'state'), name),
      `/etc/${name}`,
    ];
  };
  // Getters: a command that needs no folder also works without a home.
  return {
    get config() {
      return foldersOf()[0];
    },
    get state() {
      return foldersOf()[1];
    },
    get configFile() {
      return join(foldersOf()[0], 'config.json');
    },
    get systemConfigFile() {
      return join(foldersOf()[2], 'config.json');
    },
  };
};
