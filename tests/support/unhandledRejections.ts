/** The rejections that no code has handled by the turn of the event loop after this work, which would end a server or a command. */
export async function unhandledRejections(work: () => Promise<unknown>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => reasons.push(reason);
  process.on('unhandledRejection', note);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', note);
  }
  return reasons;
}
