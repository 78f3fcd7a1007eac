import { ApiProblem } from '../http/problem.ts';

/** Refuses a query by the option and the place in it, counted from 1 as people do. */
export function refuse(option: string, at: number | undefined, text: string): never {
  const where = at === undefined ? option : `${option}, position ${at + 1}`;
  throw new ApiProblem('E-ODATA', {
    message: `The OData query is not valid: ${where}: ${text}.`,
    modelState: { [option]: [at === undefined ? text : `position ${at + 1}: ${text}`] },
  });
}
