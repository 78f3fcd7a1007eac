import { buildStale } from '../../server/operations/buildStale.ts';

/** Browser tests look at what the sources say now. */
export default async function setup(): Promise<void> {
  await buildStale((line) => process.stderr.write(`${line}\n`), 'web application');
}
