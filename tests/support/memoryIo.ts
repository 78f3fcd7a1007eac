import { PassThrough, Writable } from 'node:stream';
import type { AxiosAdapter } from 'axios';
import type { InputStream, Io, OutputStream, StopSignal } from '../../cli/io.ts';

export interface TerminalSize {
  readonly columns: number;
}

export interface MemoryIoOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** All three streams are a terminal of this width. */
  readonly terminal?: TerminalSize | undefined;
  readonly adapter?: AxiosAdapter | undefined;
  readonly now?: (() => number) | undefined;
  readonly platform?: NodeJS.Platform | undefined;
  readonly onOutput?: ((stream: 'stdout' | 'stderr', all: string) => void) | undefined;
}

export interface MemoryIo {
  readonly io: Io;
  /** What was written so far; `screen` holds both streams in their order, as a terminal shows them. */
  readonly text: { readonly stdout: string; readonly stderr: string; readonly screen: string };
  /** What is typed or piped into standard input. */
  readonly stdin: PassThrough;
  readonly openedAddresses: readonly string[];
  signal(name: StopSignal): void;
  /** Runs what was registered for the exit of the process and is not released: after a forced end. */
  exit(): void;
}

/** The outside of a run in memory: the command line runs in the process of the test. */
export const memoryIo = (options: MemoryIoOptions): MemoryIo => {
  const { env, cwd, terminal, adapter, onOutput } = options;
  const text = { stdout: '', stderr: '', screen: '' };
  const terminalProperties = terminal === undefined ? {} : { isTTY: true, columns: terminal.columns, rows: 50 };
  const output = (name: 'stdout' | 'stderr'): OutputStream => {
    const decoder = new TextDecoder();
    const stream = new Writable({
      decodeStrings: true,
      write(chunk: Buffer, _encoding, done) {
        const added = decoder.decode(chunk, { stream: true });
        text[name] += added;
        text.screen += added;
        onOutput?.(name, text[name]);
        done();
      },
    });
    // A process has its streams for good; here each file that is piped in adds listeners of its own.
    stream.setMaxListeners(50);
    // The streams of a process cannot be ended either: a question that is over would do so.
    stream.end = () => stream;
    if (terminal === undefined) return stream;
    const write = (sequence: string) => stream.write(sequence);
    return Object.assign(stream, terminalProperties, {
      clearLine: () => write('\u001b[2K'),
      cursorTo: () => write('\u001b[G'),
      moveCursor: (_columns: number, rows: number) => rows < 0 && write(`\u001b[${-rows}A`),
      getColorDepth: () => 4,
      hasColors: () => true,
    });
  };
  const stdin = new PassThrough();
  const input: InputStream = Object.assign(
    stdin,
    terminal === undefined ? {} : { isTTY: true, setRawMode: () => input },
  );
  const signalListeners = new Set<(name: StopSignal) => void>();
  const cleanUps = new Set<() => void>();
  const openedAddresses: string[] = [];
  const registered = <T>(set: Set<T>, value: T): (() => void) => {
    set.add(value);
    return () => void set.delete(value);
  };
  return {
    text,
    stdin,
    openedAddresses,
    signal: (name) => {
      // As from the operating system: not in the middle of what the run is doing.
      setImmediate(() => {
        for (const listener of signalListeners) listener(name);
      });
    },
    exit: () => {
      for (const cleanUp of cleanUps) cleanUp();
    },
    io: {
      env,
      cwd,
      stdin: input,
      stdout: output('stdout'),
      stderr: output('stderr'),
      system: {
        pid: process.pid,
        platform: options.platform ?? process.platform,
        arch: process.arch,
        nodeVersion: process.version,
      },
      now: options.now ?? Date.now,
      onSignal: (listener) => registered(signalListeners, listener),
      onExit: (cleanUp) => registered(cleanUps, cleanUp),
      preferSmallHeap: () => undefined,
      openBrowser: (address) => void openedAddresses.push(address),
      ...(adapter === undefined ? {} : { adapter }),
    },
  };
};
