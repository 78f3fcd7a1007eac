import { spawn } from 'node:child_process';

/** Whether a browser could show up where the person is: over SSH or without a display it could not. */
export const hasDisplay = (env: NodeJS.ProcessEnv): boolean => {
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  if (process.platform !== 'linux') return true;
  return Boolean(env['BROWSER'] || env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
};

const command = (env: NodeJS.ProcessEnv): [string, ...string[]] => {
  if (env['BROWSER']) return [env['BROWSER']];
  if (process.platform === 'darwin') return ['open'];
  // The address holds &, which cmd would cut at; rundll32 takes it as it is.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return [env['WSL_DISTRO_NAME'] ? 'wslview' : 'xdg-open'];
};

/** Shows an address; where that fails the address is on the terminal anyway. */
export const openBrowser = (address: string, env: NodeJS.ProcessEnv): void => {
  const [program, ...args] = command(env);
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
};
