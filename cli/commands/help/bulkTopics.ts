import { exits } from '../../exits.ts';

export const bulk = (): string => `Bulk changes: a file or a selection becomes a plan, a plan becomes a run

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

export const csv = (): string => `CSV files for bulk changes

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
