import { join, resolve } from 'node:path';
import { projectFolder } from '../../projectFolder.ts';

/** Where the embedded database lives: the setting, else a system folder for root, else a folder in the project. */
export function dataFolderOf(setting: string | null): string {
  if (setting) return resolve(setting);
  return process.getuid?.() === 0 ? '/var/lib/carepost' : join(projectFolder, '.carepost');
}
