import { spawn } from 'node:child_process';
import type { Io } from '../io.ts';

/** Whether a browser window would be visible to the user: not over SSH, and not without a display. */
export const hasDisplay = ({ env, system }: Io): boolean => {
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  if (system.platform !== 'linux') return true;
  return Boolean(env['BROWSER'] || env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
};

const command = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): [string, ...string[]] => {
  if (env['BROWSER']) return [env['BROWSER']];
  if (platform === 'darwin') return ['open'];
  // cmd splits the address at &; rundll32 takes it whole.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return [env['WSL_DISTRO_NAME'] ? 'wslview' : 'xdg-open'];
};

/** Opens an address in the browser. Failures are ignored: the address is printed as well. */
export const openBrowser = (address: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): void => {
  const [program, ...args] = command(env, platform);
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
};
