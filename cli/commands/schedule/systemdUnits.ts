import type { Schedule } from './scheduleSpec.ts';

/** Quotes a word of ExecStart: systemd.service(5) has quotes and escapes of its own, and % and $ mean something to it. */
const unitWord = (word: string): string => {
  const escaped = word
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  // A lone ; would end the command.
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped}"`;
};

const calendar = (when: Schedule['when']): string => {
  if ('at' in when) return `OnCalendar=*-*-* ${when.at}:00`;
  const { everyMinutes } = when;
  if (everyMinutes < 60) return `OnCalendar=*:0/${everyMinutes}`;
  return `OnCalendar=*-*-* 0/${everyMinutes / 60}:00:00`;
};

const service = ({ name, words, user, deadlineMinutes }: Schedule): string => `[Unit]
Description=carepost: ${name.replaceAll('%', '%%')}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=${words.map(unitWord).join(' ')}
User=${user ?? 'carepost'}
# The key of the machine sign-in. The profile was made with --private-key-file carepost-key.
LoadCredential=carepost-key:/etc/carepost/key.pem
StateDirectory=carepost
Environment=XDG_STATE_HOME=/var/lib XDG_CONFIG_HOME=/etc
TimeoutStartSec=${deadlineMinutes}min
# Tried again where that may help: the server or the network was not there (69), or asked to wait (75).
Restart=on-failure
RestartPreventExitStatus=1 2 3 4 5 6 7 8 9 10 11 12 74 78
RestartSec=5min
`;

const timer = ({ name, when, jitterMinutes }: Schedule): string => `[Unit]
Description=Starts carepost-${name}.service

[Timer]
${calendar(when)}
# A run that was missed while the machine was off is made up for.
Persistent=true
RandomizedDelaySec=${jitterMinutes}min

[Install]
WantedBy=timers.target
`;

/** A service and its timer. The marks tell where one file ends and the next begins. */
export const systemdUnits = (schedule: Schedule): string => {
  const file = `carepost-${schedule.name}`;
  return `# /etc/systemd/system/${file}.service
${service(schedule)}
# /etc/systemd/system/${file}.timer
${timer(schedule)}
# Put both files there, then: systemctl daemon-reload && systemctl enable --now ${file}.timer
`;
};
