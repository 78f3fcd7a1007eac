import type { WorkflowDetail, WorkflowStep } from '../../shared/contract/exchangeSchemas.ts';

/** One attempt of a step on the time axis. */
export interface TimelineBar {
  readonly attempt: number;
  readonly status: string;
  readonly start: number;
  /** The present time for an attempt under way. */
  readonly end: number;
  readonly isUnderWay: boolean;
  readonly error: string | null;
}

export interface TimelineLane {
  readonly workflow: string;
  readonly step: string;
  readonly status: string;
  readonly bars: readonly TimelineBar[];
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly TimelineLane[];
}

const barsOf = (step: WorkflowStep, now: number): TimelineBar[] => {
  const bar = (
    part: { startTime: string; endTime: string | null; status: string; error: string | null },
    n: number,
  ) => ({
    attempt: n,
    status: part.status,
    start: Date.parse(part.startTime),
    end: part.endTime === null ? now : Date.parse(part.endTime),
    isUnderWay: part.endTime === null,
    error: part.error,
  });
  const earlier = step.history.map((attempt) => bar(attempt, attempt.attempt));
  const { startTime } = step;
  // The history has the last attempt as well once a retry was requested.
  const isRecorded = startTime === null || step.history.some((attempt) => attempt.startTime === startTime);
  return isRecorded ? earlier : [...earlier, bar({ ...step, startTime }, step.attempts)];
};

/** The attempts of all steps of these workflows on one axis; undefined when no step has started. */
export const timelineOf = (workflows: readonly WorkflowDetail[], now: number): Timeline | undefined => {
  const lanes = workflows.flatMap(({ type, steps }) =>
    steps.flatMap((step) => {
      const bars = barsOf(step, now);
      return bars.length === 0 ? [] : [{ workflow: type, step: step.stepName, status: step.status, bars }];
    }),
  );
  const bars = lanes.flatMap((lane) => lane.bars);
  if (bars.length === 0) return undefined;
  const from = Math.min(...bars.map(({ start }) => start));
  // Steps without duration need an axis as well.
  const to = Math.max(from + 1, ...bars.map(({ end }) => end));
  return { from, to, lanes };
};

/** Position and width of a bar in percent of the axis, wide enough to be visible. */
export const barPosition = ({ start, end }: TimelineBar, { from, to }: Timeline) => {
  const minWidth = 0.6;
  const width = Math.max(minWidth, ((end - start) / (to - from)) * 100);
  const left = Math.min(((start - from) / (to - from)) * 100, 100 - minWidth);
  return { left: `${left}%`, width: `${Math.min(width, 100 - left)}%` };
};
