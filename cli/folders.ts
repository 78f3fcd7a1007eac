import { join } from 'node:path';
import envPaths from 'env-paths';

export interface Folders {
  readonly config: string;
  readonly state: string;
  readonly configFile: string;
  readonly systemConfigFile: string;
}

/** XDG folders, or what Windows and macOS have instead. No file is ever read from the current directory. */
export const findFolders = (env: NodeJS.ProcessEnv): Folders => {
  const paths = envPaths('carepost', { suffix: '' });
  // env-paths calls XDG_STATE_HOME "log"; elsewhere that folder is for logs only.
  const state = process.platform === 'linux' ? paths.log : join(paths.data, 'state');
  const systemFolder =
    process.platform === 'win32' ? join(env['ProgramData'] ?? 'C:\\ProgramData', 'carepost') : '/etc/carepost';
  return {
    config: paths.config,
    state,
    configFile: join(paths.config, 'config.json'),
    systemConfigFile: join(systemFolder, 'config.json'),
  };
};
