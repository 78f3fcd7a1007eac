import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';

/** What a download holds, as text. */
export const downloadedText = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
