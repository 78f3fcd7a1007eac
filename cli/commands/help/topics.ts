import { settingNames, settings } from '../../config.ts';
import { exits, exitLabel } from '../../exits.ts';
import { formats } from '../../output/fields.ts';
import type { topicNames } from '../../program.ts';
import { rootFlags } from '../../tree/flags.ts';
import { flagSections } from '../../tree/help.ts';

const environment =
  (): string => `Environment variables that carepost reads. Flags override them; they override the profile.

${settingNames.map((name) => `  ${settings[name].env.padEnd(22)} ${settings[name].summary}`).join('\n')}
  HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY
                         proxy for the server; never used for this machine itself
  NODE_EXTRA_CA_CERTS    file with additional certificates of certificate authorities
  CREDENTIALS_DIRECTORY  set by systemd; key and secret files without a folder are looked up there
  NO_COLOR, FORCE_COLOR, TERM=dumb, CI, PAGER, BROWSER, VISUAL, EDITOR
                         with their common meanings
  CAREPOST_PACE_DIR      folder in which several accounts share one rate limit (docs/operations.md)
  XDG_CONFIG_HOME, XDG_STATE_HOME
                         where profiles, sign-ins and runs are stored

No variable holds a secret. carepost config explain shows the values in effect and their sources.
`;

const exitCodes = (): string => `Exit codes. A script must treat an unknown code as a failure.

${Object.entries(exits)
  .map(
    ([name, { code, meaning }]) =>
      `  ${String(code).padStart(3)}  ${exitLabel(name as keyof typeof exits).padEnd(14)} ${meaning}`,
  )
  .join('\n')}

Unless the exit code is 0, the last line on stderr states it. With --output json, stderr is one JSON object
{code, message, hint, correlationId, exit}. After 69 and 75 try again later; after 2, 7 and 78 correct the command, the file or the settings.

carepost connections test and carepost webhooks test exit with 3 when the test failed.

Only carepost health check uses the codes of monitoring plugins: 0 OK, 1 WARNING, 2 CRITICAL. If it fails, it exits with one of the codes
above. Its status is the first word on stdout; a 2 without a status is a wrong flag.
`;

const output =
  (): string => `Formats (--output): ${formats.join(', ')}. The default is a table on a terminal, else a JSON array, or ndjson with --all.

  --fields a,b.c     these fields; +a adds a field, -b removes one, '?' lists them
  --where 'a=1'      rows that match; several conditions must all match. Operators: = != ~ (contains) < <= > >= in
                     times may be relative: 'createDate>=-7d'
  --sort a:desc      any field; --limit 20; --all

Stdout carries only the result. Messages and errors go to stderr; --quiet suppresses the messages.
ids prints one id per line, for loops: carepost orgs list --all --output ids | while read -r id; do …
A table shows control characters of the data as escapes (\\u001b), so data cannot control your terminal.
csv leaves cells unchanged; --escape-formulas puts ' before cells that a spreadsheet would evaluate.
`;

const scheduling =
  (): string => `Scheduled exports: files that can be verified, and a scheduler that reacts to exit codes

1. A sign-in for the machine, with a key:
     carepost login --client-credentials --client-id <id> --private-key-file /etc/carepost/key.pem --insecure-storage
   An operator of the server adds the client first: npm run clients:set (docs/operations.md). The profile stores the path of the key, not
   the key. With LoadCredential= of systemd, use the bare name: --private-key-file carepost-key. Alternatively another program writes an
   access token to a file named by CAREPOST_TOKEN_FILE.

2. The command. It prints nothing on success and one line on failure:
     carepost reports export users --out-dir /srv/reports --latest --checksum --delta --keep 14 --lock-wait 10m --deadline 20m --quiet
   Any list can be exported the same way: carepost orgs list --export --out-dir /srv/reports --quiet
   A file appears only when it is complete; until then the existing file stays. FILE.manifest.json beside it has the number of rows and ids,
   size, SHA-256 and a verdict. complete: all rows are there. drifted: rows were added or deleted while the pages were read. doubtful: the
   file arrived, but something about it is odd. --strict makes drifted and doubtful a failure (8), as --min-rows does for too few rows.
   carepost reports verify FILE checks the file later.
   More than 20 % fewer rows than in the last good export is an error (12, --max-drop): the file is stored as FILE.suspect, and
   {report}_latest.csv is not replaced. --delta writes FILE.delta.csv (users.csv.delta.csv) with the rows that were added, removed and changed.
   --keep and --keep-days delete only files of the same export and the same --name that are listed in our manifests, never those of --out;
   with both, a file is deleted when both allow it.
   --latest replaces its file only where that is of the same export: give two exports with different conditions a --name or a folder each.
   Two runs of the same export wait for each other (--lock-wait) or exit with 11. --jitter spreads the starts of many machines.

3. The scheduler. carepost schedule print writes its configuration to stdout and installs nothing:
     carepost schedule print cron --at 06:00 --user reports -- reports export users --out-dir /srv/reports --latest --quiet
       0 6 * * * reports /usr/bin/carepost reports export users --out-dir /srv/reports --latest --quiet
     carepost schedule print systemd --at 06:00 --user reports -- reports export users --out-dir /srv/reports --latest --quiet
       a .service with LoadCredential= and TimeoutStartSec=, a .timer with OnCalendar=, Persistent= and RandomizedDelaySec=
     carepost schedule print windows --every 6h -- orgs list --export --out-dir D:\\reports --quiet

4. Exit codes: 0 success, 11 another export is running, 69 and 75 try again later, 4 sign in again; 8 and 12 check the file. Any other code
   needs an administrator. The last line on stderr states the code and the reason.

Simultaneous runs share one sign-in: the first one renews it, the others wait and use it.
carepost reports history lists the exports of this machine; carepost reports diff OLD NEW compares two files.
`;

const authentication = (): string => `Signing in

  carepost login                       in the browser of this machine; code flow with PKCE, state and nonce
  carepost login --no-browser          the same, but you open the address yourself
  carepost login --device              on another device, with a code; for SSH
  carepost login --client-credentials  as a machine, with a key or a secret

The refresh token is stored in the key store of the operating system, and the access token beside it until it expires (15 minutes).
Without a key store carepost stops, unless you accept a file that only you can read: --insecure-storage.
Tokens are sent only to the address they were issued for. carepost logout revokes the sign-in. carepost whoami --check asks the server.
`;

const bulk = (): string => `Bulk changes: a file or a selection becomes a plan, and a plan becomes a run

  carepost bulk actions                                  the actions with their columns, and whether they can be undone
  carepost bulk template orgs.update --out t.csv         a file to start from; --filled adds the current values
  carepost bulk validate orgs.update --file f.csv        every problem with its line; sends nothing
  carepost bulk plan orgs.update --file f.csv            the cells that change, and the consequences
  carepost bulk apply orgs.update --file f.csv           plan, confirmation, run
  carepost bulk plan orgs.login --select --where 'resellerName=Acme' --set enabled=false --plan-out p.json
  carepost bulk apply --plan p.json --canary 5 --reason "Ticket 4711"

  Stopped or killed?   carepost bulk resume --last       continues; looks up first what was sent without a response
  Rows failed?         carepost bulk retry --last        a new run of these rows, loaded again
  Changed your mind?   carepost bulk undo --last         a plan that restores what has not been changed since

A run is a folder with its plan, journal, results.csv and failed.csv: carepost runs show <run>. A single write
(carepost orgs login disable <id>) is a run of one row and can be undone the same way.
Exit ${exits.partial.code}: some rows failed, see failed.csv. Exit ${exits.brake.code}: a safety limit, raise it explicitly. Exit ${exits['try-later'].code}: resume later.
`;

const csv = (): string => `CSV files for bulk changes

  header       names of the columns; carepost bulk template <action> prints them; --map "Their header=column"
  no cell      a missing column or an empty cell leaves the field unchanged
  \\N           clears the field (--null-token chooses another text)
  flags        true, false, yes, no, 1, 0
  lists        a|b|c
  _columns     are ignored, so results.csv and failed.csv are valid input; _base belongs to exports for update
  # lines      before the header are comments

UTF-8, or UTF-16 with a byte order mark, every line ending, and the delimiters , ; tab and | are detected and reported on stderr; --delimiter
and --encoding override them. --rows 1-50,99 selects records, --skip-blank skips empty lines, --unescape-formulas removes the ' that
--escape-formulas and --excel put before cells that a spreadsheet would evaluate.
Problems name the record, the line of the file and the column.
`;

const flags = (): string => `Global flags. Every command accepts them, before or after its name.
${flagSections(rootFlags)}`;

/** Texts of `carepost help <topic>`; lists in them come from the program itself. */
export const topics: Readonly<Record<(typeof topicNames)[number], () => string>> = {
  environment,
  flags,
  'exit-codes': exitCodes,
  output,
  bulk,
  csv,
  scheduling,
  authentication,
};
