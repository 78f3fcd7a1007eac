import type { AxiosResponse } from 'axios';
import type { Context } from '../command.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import { type Client, createClient } from '../../shared/client/createClient.ts';
import { wire } from '../../shared/contract/wire.ts';
import { createHttp } from './http.ts';

/** The typed client over this machine's HTTP, with the profile's sign-in and the run's limits. */
export const createApiClient = async (context: Context): Promise<Client> => {
  const { config, trace, now } = context;
  const interopUrl = config.get('interop');
  const [http, interop, session] = await Promise.all([
    createHttp(context, config.get('api')),
    interopUrl === '' ? undefined : createHttp(context, interopUrl),
    context.session(),
  ]);
  const refusePages = (response: AxiosResponse): AxiosResponse => {
    // Web servers answer an unknown address with a page, with status 200 or 404. As a record it would fail later, and as "no such record"
    // it would report a deletion that never happened.
    if (
      (response.status < 300 || response.status === 404) &&
      String(response.headers['content-type']).startsWith('text/html')
    ) {
      throw new ApiError({ status: 0, code: 'E-ANSWER' });
    }
    return response;
  };
  http.interceptors.response.use(refusePages);
  interop?.interceptors.response.use(refusePages);
  await session.ready();
  return createClient({
    http,
    ...(interop === undefined ? {} : { hosts: { interop } }),
    wire,
    token: session.tokens,
    retry: { maxWaitMs: config.milliseconds('maxWait') },
    onCall: trace.onCall,
    onWait: (wait) => {
      trace.onWait(wait);
      if (context.terminal.errIsTty) context.terminal.note(`waiting ${Math.ceil(wait.ms / 1000)} s: ${wait.reason}`);
    },
    now,
  });
};
