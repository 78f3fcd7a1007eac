import { packError, type TransferredError, unpackError } from '../providers/errorTransfer.ts';

/** A Worker, the scope of a worker or a MessagePort. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

// oxlint-disable-next-line typescript/no-explicit-any -- methods of any arguments; each call is checked against its own
export type Methods = Record<string, (...args: any[]) => unknown>;

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (value: unknown) => void;
}
interface CallContext {
  /** Aborted when the caller's signal is. */
  readonly signal: AbortSignal;
  readonly onProgress: (value: unknown) => void;
}
export type Handlers<Own extends Methods> = {
  readonly [Name in keyof Own]: (context: CallContext, ...args: Parameters<Own[Name]>) => ReturnType<Own[Name]>;
};
export type Call<Remote extends Methods> = <Name extends keyof Remote & string>(
  name: Name,
  args: Parameters<Remote[Name]>,
  options?: CallOptions,
) => Promise<Awaited<ReturnType<Remote[Name]>>>;

type Message =
  | { readonly call: number; readonly name: string; readonly args: unknown[] }
  | { readonly abort: number }
  | { readonly progress: number; readonly value: unknown }
  | { readonly done: number; readonly result: unknown }
  | { readonly failed: number; readonly error: TransferredError };

interface Pending extends Pick<CallOptions, 'onProgress'> {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls in both directions over a port, with progress, abort signals and our own error classes. */
export const createRpc = <Remote extends Methods, Own extends Methods>(port: Port, handlers: Handlers<Own>) => {
  const pending = new Map<number, Pending>();
  const running = new Map<number, AbortController>();
  let last = 0;
  const post = (message: Message) => port.postMessage(message);

  const handle = async (id: number, name: string, args: unknown[]) => {
    const controller = new AbortController();
    running.set(id, controller);
    const context: CallContext = {
      signal: controller.signal,
      onProgress: (value) => post({ progress: id, value }),
    };
    try {
      const handler = handlers[name] as ((context: CallContext, ...args: unknown[]) => unknown) | undefined;
      if (!handler) throw new Error(`There is no method ${name}.`);
      post({ done: id, result: await handler(context, ...args) });
    } catch (error) {
      post({ failed: id, error: packError(error) });
    } finally {
      running.delete(id);
    }
  };

  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('call' in data) void handle(data.call, data.name, data.args);
    else if ('abort' in data) running.get(data.abort)?.abort();
    else if ('progress' in data) pending.get(data.progress)?.onProgress?.(data.value);
    else if ('done' in data) {
      pending.get(data.done)?.resolve(data.result);
      pending.delete(data.done);
    } else {
      pending.get(data.failed)?.reject(unpackError(data.error));
      pending.delete(data.failed);
    }
  });

  const call = async (name: string, args: unknown[], { signal, onProgress }: CallOptions = {}): Promise<unknown> => {
    last += 1;
    const id = last;
    const onAbort = () => post({ abort: id });
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject, ...(onProgress && { onProgress }) });
        post({ call: id, name, args });
        if (signal?.aborted) onAbort();
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };
  return {
    call: call as Call<Remote>,
    /** Rejects the calls that wait for a response: the other side ended. */
    fail(error: unknown) {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
};
