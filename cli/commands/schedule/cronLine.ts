import { type Schedule, shellWord, timeOf } from './scheduleSpec.ts';

const times = (when: Schedule['when']): string => {
  if ('at' in when) {
    const [hours, minutes] = timeOf(when.at);
    return `${minutes} ${hours} * * *`;
  }
  const { everyMinutes } = when;
  if (everyMinutes === 1) return '* * * * *';
  return everyMinutes < 60
    ? `*/${everyMinutes} * * * *`
    : `0 ${everyMinutes === 60 ? '*' : `*/${everyMinutes / 60}`} * * *`;
};

/** A line of a crontab; with a user it is one for /etc/cron.d. In a crontab % ends the command unless escaped. */
export const cronLine = (schedule: Schedule): string => {
  const { words, when, user, name } = schedule;
  const command = words.map(shellWord).join(' ').replaceAll('%', '\\%');
  const line = [times(when), ...(user === undefined ? [] : [user]), command].join(' ');
  const where = user === undefined ? 'crontab -e' : `/etc/cron.d/carepost-${name}`;
  return `# ${where} (${name}). cron mails what the command prints: with --quiet nothing on success, one line on failure.
${line}
`;
};
