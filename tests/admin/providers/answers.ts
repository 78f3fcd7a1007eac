import { vi } from 'vitest';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** `call` of the data provider, answering by `area.row`; what it does not name nobody expected. */
export const responses = (rows: Readonly<Record<string, (input: Input) => unknown>>) => {
  const run = vi.fn(async (area: string, row: string, input: Input = {}): Promise<unknown> => {
    const response = rows[`${area}.${row}`];
    if (!response) throw new Error(`Nobody expected the call ${area}.${row}.`);
    return response(input);
  });
  return { call: run as unknown as AppDataProvider['call'], run };
};

/** Settings of a person, kept as the server keeps them. */
export const preferences = (stored: Record<string, unknown> = {}) => ({
  'preferences.get': ({ params }: Input) => ({ value: stored[params?.['key'] ?? ''] ?? null }),
  'preferences.save': ({ params, body }: Input) => {
    const { value } = body as { value: unknown };
    stored[params?.['key'] ?? ''] = value;
    return { value };
  },
});
