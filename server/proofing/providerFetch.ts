import type { CustomFetch } from 'openid-client';
import { guardedFetch, NoResponse, providerLimits } from '../jobs/guardedFetch.ts';
import { ProofingFailure } from './proofing.ts';

/** Calls of the identity provider over the network. */
export const providerFetch = (access: { readonly allowPrivate: boolean }, limits = providerLimits): CustomFetch => {
  const send = guardedFetch(access, limits);
  return async (url, options) => {
    const response = await send(url, options).catch((error: unknown) => {
      throw error instanceof NoResponse ? unavailable(error.message) : error;
    });
    const { status } = response;
    if (status >= 500 || status === 429) throw unavailable(`responded ${status}`);
    return response;
  };
};

const unavailable = (what: string) => new ProofingFailure(`The identity provider ${what}.`, { isUnavailable: true });
