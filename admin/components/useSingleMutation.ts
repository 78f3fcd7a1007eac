import { type UseMutateFunction, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

/**
 * `useMutation` that sends one request at a time: `isPending` disables a button only with the next render, so that a second click before it
 * would send again.
 */
export const useSingleMutation = <Data, Input = void>(options: UseMutationOptions<Data, Error, Input>) => {
  const queries = useQueryClient();
  const mutationKey = [useId()];
  const { mutate: send, isPending, error, variables, reset } = useMutation({ ...options, mutationKey });
  const mutate: UseMutateFunction<Data, Error, Input> = (...input) => {
    if (queries.isMutating({ mutationKey }) === 0) send(...input);
  };
  return { mutate, isPending, error, variables, reset };
};
