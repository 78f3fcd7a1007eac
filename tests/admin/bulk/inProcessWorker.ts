import { serveJobs } from '../../../admin/bulk/serveJobs.ts';

type Listener = (event: MessageEvent) => void;

/** The bulk worker in the process of the test: jsdom has no workers, and its files cannot be cloned. */
export class InProcessWorker {
  readonly #ofPage: Listener[] = [];
  readonly #ofWorker: Listener[] = [];
  constructor() {
    serveJobs({
      postMessage: (data) => this.#deliver(this.#ofPage, data),
      addEventListener: (_type, listener) => this.#ofWorker.push(listener),
    });
  }
  #deliver(listeners: readonly Listener[], data: unknown) {
    queueMicrotask(() => {
      for (const listener of listeners) listener({ data } as MessageEvent);
    });
  }
  postMessage(data: unknown) {
    this.#deliver(this.#ofWorker, data);
  }
  addEventListener(type: string, listener: Listener) {
    if (type === 'message') this.#ofPage.push(listener);
  }
  terminate() {
    this.#ofPage.length = 0;
  }
}
