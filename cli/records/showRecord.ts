import { type Context, type OptionSpec, outputFlag } from '../command.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import type { Outcome } from '../exits.ts';
import type { Row } from '../output/fields.ts';

export interface WebFlag {
  readonly web?: boolean;
}

export const webFlag: OptionSpec = outputFlag('--web', 'open the page of the record in the browser');

interface Showing {
  /** Path of the record's page, without the id: then the page is opened in place of the output. */
  readonly web?: `/${string}`;
  /** Columns of a table of several records. */
  readonly rowFields: readonly string[];
  readonly load: (id: string) => Promise<Row>;
}

const openPage = async ({ config, io, terminal, output }: Context, path: string): Promise<void> => {
  const address = new URL(path, config.get('api')).href;
  const { hasDisplay } = await import('../session/openBrowser.ts');
  if (!hasDisplay(io)) return output.text(`${address}\n`);
  terminal.note(`Opening ${address}`);
  io.openBrowser(address);
};

/** The ids on standard input, a line each. */
async function* idsOf({ io }: Context): AsyncGenerator<string> {
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: io.stdin })) {
    const id = line.trim();
    if (id !== '') yield id;
  }
}

/** Shows the records whose ids are on standard input. An unknown id does not stop the others: it makes the exit 3, or 6 for the only ones. */
const showMany = async (context: Context, { rowFields, load }: Showing): Promise<Outcome | undefined> => {
  const kind = context.command.arguments?.[0]?.record?.name ?? 'record';
  const missing: string[] = [];
  let shown = 0;
  async function* records() {
    for await (const id of idsOf(context)) {
      try {
        const record = await load(id);
        shown += 1;
        yield record;
      } catch (error) {
        if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) throw error;
        missing.push(id);
        context.terminal.note(`No ${kind} has the id ${id}.`);
      }
    }
  }
  const { outputWith } = await import('../output/outputWith.ts');
  const all = context.command.fields?.all ?? [];
  await outputWith(context, { fields: { ...context.command.fields, all, table: rowFields } }).rows(records());
  if (missing.length === 0) return undefined;
  const message = `${missing.length} of ${shown + missing.length} ids are unknown: ${missing.slice(0, 5).join(', ')}`;
  return { exit: shown === 0 ? 'not-found' : 'partial', message };
};

/** `get` of a record: its fields, those of several records for the id `-`, or its page in the browser. */
export const showRecord = async (context: Context, id: string, showing: Showing): Promise<Outcome | undefined> => {
  if (showing.web !== undefined) await openPage(context, `${showing.web}/${encodeURIComponent(id)}`);
  else if (id === '-') return showMany(context, showing);
  else await context.output.record(await showing.load(id));
  return undefined;
};
