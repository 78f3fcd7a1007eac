import { CliError } from '../errors.ts';
import { formats, type Format } from './fields.ts';

/** Selects from a JSON result by a JMESPath expression (https://jmespath.org), as the command lines of cloud providers do. */
export type Query = (result: unknown) => unknown;

const withQuery: readonly Format[] = ['json', 'yaml'];

/** The format of a result: `--query` works on the whole result, so it goes with json (its default) and yaml. */
export const formatWithQuery = (format: string): Format => {
  if (format === '') return 'json';
  const known = withQuery.find((one) => one === format);
  if (known !== undefined) return known;
  throw new CliError('E-USAGE', `--query does not go with --output ${format}.`, {
    hint: `Use it with --output ${withQuery.join(' or ')}${formats.includes(format as Format) ? '' : ', or none'}.`,
  });
};

/** Throws a usage error for an expression that cannot be read, before the command asks or sends anything. */
export const compileQuery = async (expression: string): Promise<Query> => {
  const { default: jmespath } = await import('jmespath');
  const reject = (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('E-USAGE', `--query is not a valid JMESPath expression: ${reason}`, {
      hint: 'Examples: [].name, length(@), [?isActivated].{id: id, name: name}. The language: https://jmespath.org',
    });
  };
  try {
    jmespath.search(null, expression);
  } catch (error) {
    // Without data a function may refuse its argument; only the expression itself is checked here.
    if (error instanceof Error && error.name !== 'TypeError' && !error.message.startsWith('TypeError')) reject(error);
  }
  return (result) => {
    try {
      return jmespath.search(result, expression) as unknown;
    } catch (error) {
      return reject(error);
    }
  };
};
