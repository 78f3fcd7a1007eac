import { type Schedule } from './scheduleSpec.ts';

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Quotes an argument as programs on Windows take it apart: backslashes count only before quotes. */
export const windowsWord = (word: string): string => {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
};

const trigger = (when: Schedule['when'], jitterMinutes: number): string => {
  const at = 'at' in when ? when.at : '00:00';
  const repetition =
    'at' in when
      ? ''
      : `\n      <Repetition><Interval>PT${when.everyMinutes}M</Interval><Duration>P1D</Duration></Repetition>`;
  return `    <CalendarTrigger>${repetition}
      <StartBoundary>2026-01-01T${at}:00</StartBoundary>
      <RandomDelay>PT${jitterMinutes}M</RandomDelay>
      <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>
    </CalendarTrigger>`;
};

/** A task of the Windows task scheduler as XML. */
export const windowsTask = (schedule: Schedule): string => {
  const { name, words, when, user, jitterMinutes, deadlineMinutes } = schedule;
  const [program = '', ...rest] = words;
  const principal =
    user === undefined ? '<UserId>S-1-5-19</UserId>' : `<UserId>${xml(user)}</UserId><LogonType>S4U</LogonType>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>carepost: ${xml(name)}</Description>
    <Documentation>schtasks /Create /TN carepost-${xml(name)} /XML carepost-${xml(name)}.xml</Documentation>
  </RegistrationInfo>
  <Triggers>
${trigger(when, jitterMinutes)}
  </Triggers>
  <Principals>
    <Principal id="Author">${principal}</Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>
    <ExecutionTimeLimit>PT${deadlineMinutes}M</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${xml(rest.map(windowsWord).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
};
