import { serveJobs } from '../../../admin/bulk/serveJobs.ts';

const deliver = (target: EventTarget, data: unknown) =>
  queueMicrotask(() => target.dispatchEvent(Object.assign(new Event('message'), { data })));

/** The bulk worker in the process of the test: jsdom has no workers, and its files cannot be cloned. */
export class InProcessWorker extends EventTarget {
  static last: InProcessWorker | undefined;
  readonly #scope = new EventTarget();
  #isTerminated = false;
  constructor() {
    super();
    InProcessWorker.last = this;
    serveJobs(
      Object.assign(this.#scope, { postMessage: (data: unknown) => !this.#isTerminated && deliver(this, data) }),
    );
  }
  postMessage(data: unknown) {
    deliver(this.#scope, data);
  }
  terminate() {
    this.#isTerminated = true;
  }
  /** As when the script of a worker throws. */
  fail(message: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
