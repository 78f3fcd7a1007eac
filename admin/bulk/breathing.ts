/** Longest stretch of work, in ms, after which the page gets its turn: keys and pointer answer within two pictures. */
const stretchMs = 12;

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    // Not setTimeout: after a few turns the browser makes each of them wait four milliseconds.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Waits for the page's turn once a stretch of work is over; costs nothing before. */
export const createBreath = (now: () => number = () => performance.now()) => {
  let began = now();
  return async (): Promise<void> => {
    if (now() - began < stretchMs) return;
    await turn();
    began = now();
  };
};

/** The same items, with turns for the page between them: thousands of rows must not hold up what somebody types. */
export async function* breathing<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  const breath = createBreath();
  for await (const item of items) {
    await breath();
    yield item;
  }
}

/** All lines as one text. */
export const textOf = async (lines: AsyncIterable<string>): Promise<string> => {
  const parts: string[] = [];
  for await (const line of breathing(lines)) parts.push(line);
  return parts.join('');
};
