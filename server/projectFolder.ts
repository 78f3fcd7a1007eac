import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this project, for the sources and for the bundle made of them. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname);
