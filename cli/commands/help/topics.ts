import { settingNames, settings } from '../../config.ts';
import { exits, exitWord } from '../../exits.ts';
import { formats } from '../../output/formatNames.ts';
import type { topicNames } from '../../program.ts';
import { rootFlags } from '../../tree/flags.ts';
import { flagSections } from '../../tree/help.ts';

const environment = (): string => `Variables carepost reads. Flags win over them; they win over the profile.

${settingNames.map((name) => `  ${settings[name].env.padEnd(22)} ${settings[name].summary}`).join('\n')}
  HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY
                         route to the server; never used for this machine itself
  NODE_EXTRA_CA_CERTS    file with certificates of your own authority
  CREDENTIALS_DIRECTORY  where systemd puts credentials; key and secret files are looked for there
  NO_COLOR, FORCE_COLOR, TERM=dumb, CI, PAGER, BROWSER, VISUAL, EDITOR
                         as usual
  CAREPOST_PACE_DIR      folder where several accounts keep one rate together (docs/operations.md)
  XDG_CONFIG_HOME, XDG_STATE_HOME
                         where profiles, sign-ins and runs are kept

No variable carries a secret. carepost config explain shows which values are in force and where they come from.
`;

const exitCodes = (): string => `How a run can end. A script must treat a code it does not know as a failure.

${Object.entries(exits)
  .map(
    ([name, { code, meaning }]) =>
      `  ${String(code).padStart(3)}  ${exitWord(name as keyof typeof exits).padEnd(14)} ${meaning}`,
  )
  .join('\n')}

The last line on stderr of every run that does not end with 0 states the code. With --output json, stderr is one JSON object
{code, message, hint, correlationId, exit}. Try again later after 69 and 75; correct something after 2, 7 and 78.

carepost health check alone speaks the codes of monitoring plugins: 0 OK, 1 WARNING, 2 CRITICAL. Where it cannot tell, it ends with one of
the codes above; a verdict is the first word on stdout, so 2 without one is a wrong flag.
`;

const output =
  (): string => `Formats (--output): ${formats.join(', ')}. A table on a terminal, else a JSON array; ndjson with --all.

  --fields a,b.c     these fields; +a adds one, -b drops one, '?' lists them
  --where 'a=1'      rows that meet it; repeat it for and. Operators: = != ~ (holds) < <= > >= in
                     times may be relative: 'createDate>=-7d'
  --sort a:desc      any field; --limit 20; --all

Stdout carries the result and nothing else. Notes and errors go to stderr; --quiet leaves out the notes.
ids prints one id a line, made for: carepost orgs list --all --output ids | while read -r id; do …
A table writes control characters of the data out (\\u001b), so data cannot drive your terminal.
csv keeps cells as they are; --escape-formulas puts ' before those a spreadsheet would run.
`;

const scheduling = (): string => `Exports by night: files that prove themselves, and a scheduler that knows what to do

1. A sign-in of the machine's own, with a key:
     carepost login --client-credentials --client-id <id> --private-key-file /etc/carepost/key.pem --insecure-storage
   The profile keeps the path of the key, not the key. Under systemd the key comes by LoadCredential=; name it bare:
   --private-key-file carepost-key. Or let something else write an access token into a file and set CAREPOST_TOKEN_FILE.

2. The command. It prints nothing when all went well, one line when not:
     carepost reports export users --out-dir /srv/reports --latest --checksum --delta --keep 14 --lock-wait 10m --deadline 20m --quiet
   Any list becomes a file the same way: carepost orgs list --export --out-dir /srv/reports --quiet
   A file appears whole or not at all; what was there before stays until then. Beside it lies FILE.manifest.json: rows, ids, size,
   SHA-256, and a verdict. complete: all is there. drifted: rows came or went while pages were read. doubtful: it arrived, but
   something about it is odd. --strict makes both a failure (8); so does --min-rows. carepost reports verify FILE checks it later.
   Over 20 % fewer rows than the last good export is suspicious (12, --max-drop): the file is put aside as FILE.suspect, and
   {report}_latest.csv stays as it was. --delta writes FILE.delta.csv with what was added, removed and changed.
   --keep and --keep-days delete only files that our own manifests list; with both, a file goes when both let it.
   Two runs of the same export wait for each other (--lock-wait) or end with 11. --jitter spreads many machines out.

3. The scheduler. carepost schedule print writes its text and installs nothing:
     carepost schedule print cron --at 06:00 --user reports -- reports export users --out-dir /srv/reports --latest --quiet
       0 6 * * * reports /usr/bin/carepost reports export users --out-dir /srv/reports --latest --quiet
     carepost schedule print systemd --at 06:00 --user reports -- reports export users --out-dir /srv/reports --latest --quiet
       a .service with LoadCredential= and TimeoutStartSec=, a .timer with OnCalendar=, Persistent= and RandomizedDelaySec=
     carepost schedule print windows --every 6h -- orgs list --export --out-dir D:\\reports --quiet

4. Act on exit codes: 0 fine, 11 still running, 69 and 75 try again later, 4 sign in again; 8 and 12 want a look at the file,
   everything else wants a person. The last line on stderr says the code and why.

Several runs at once share one sign-in: whoever comes first renews it, the others wait and use it.
carepost reports history lists what was exported here; carepost reports diff OLD NEW compares two files.
`;

const authentication = (): string => `Signing in

  carepost login                       browser of this machine; code flow with PKCE, state and nonce
  carepost login --no-browser          the same, you open the address
  carepost login --device              on another device, with a code; for SSH
  carepost login --client-credentials  as a machine, with a key or a secret

The refresh token goes to the key store of the operating system, with the access token beside it until that ends (15 minutes).
Where there is no key store carepost stops, unless you accept a file only you can read: --insecure-storage.
Tokens go only to the address they were made for. carepost logout revokes the sign-in. carepost whoami --check asks the server.
`;

const bulk = (): string => `Bulk changes: a file or a selection becomes a plan, a plan becomes a run

  carepost bulk actions                                  what can be done, with columns and undo
  carepost bulk template orgs.update --out t.csv         a file to start from; --filled puts in what stands now
  carepost bulk validate orgs.update --file f.csv        every problem with its line, nothing sent
  carepost bulk plan orgs.update --file f.csv            the cells that change, and what they bring about
  carepost bulk apply orgs.update --file f.csv           plan, question, run
  carepost bulk plan orgs.login --select --where 'resellerName=Acme' --set enabled=false --plan-out p.json
  carepost bulk apply --plan p.json --canary 5 --reason "Ticket 4711"

  Stopped or killed?   carepost bulk resume --last       goes on; what was sent without an answer is looked up first
  Rows failed?         carepost bulk retry --last        a new run of those rows, read again
  Wrong idea?          carepost bulk undo --last         a plan that restores what nobody changed since

A run is a folder with its plan, journal, results.csv and failed.csv: carepost runs show <run>. A single write
(carepost orgs login disable <id>) is a run of one row and can be undone the same way.
Exit ${exits.partial.code}: some rows did not end well, see failed.csv. Exit ${exits.brake.code}: a brake, raise it explicitly. Exit ${exits['try-later'].code}: resume later.
`;

const csv = (): string => `CSV files for bulk changes

  header       names of the columns; carepost bulk template <action> prints them; --map "Their header=column"
  no cell      a missing column or a blank cell leaves the field as it is
  \\N           clears the field (--null-token chooses other words)
  flags        true, false, yes, no, 1, 0
  lists        a|b|c
  _columns     are ignored, so results.csv and failed.csv are valid input; _base belongs to exports for update
  # lines      before the header are comments

UTF-8 or UTF-16 with a byte order mark, any line end, and , ; tab or | are recognized and said on stderr; --delimiter and --encoding
decide it. --rows 1-50,99 takes some records, --skip-blank leaves empty lines out, --unescape-formulas takes back the ' that
--escape-formulas and --excel put before cells a spreadsheet would run.
Problems name the record, the line of the file and the column.
`;

const flags = (): string => `Global flags: every command takes them, before or after its name.
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
