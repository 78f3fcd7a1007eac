/**
 * For `node --import`: says on stderr at the end how much memory the process had at most. Linux counts in maxRSS what the process had
 * that started it, and in VmHWM only its own.
 */
export const peakProbe = `data:text/javascript,${encodeURIComponent(
  `import { readFileSync } from 'node:fs';
  const own = () => {
    try { return /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]; } catch { return undefined; }
  };
  process.on('exit', () => process.stderr.write('\\npeak ' + (own() ?? process.resourceUsage().maxRSS)));`,
)}`;

/** In MB, as the probe said it. */
export const peakIn = (stderr: string): number => Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
