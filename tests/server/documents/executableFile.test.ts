import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { attachmentProblem, executableProblem } from '../../../server/documents/executableFile.ts';
import { hl7Of } from './documentBuilders.ts';

/** A ZIP archive; only the parts that a directory needs are right. */
function zipOf(...names: readonly string[]): Buffer {
  const data = deflateRawSync(Buffer.from('content'));
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt16LE(name.length, 26);
    const local = Buffer.concat([header, Buffer.from(name), data]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    entries.push(entry, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...entries, end, Buffer.from('comment')]);
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const page = (content: string) => Buffer.from(`<!DOCTYPE html><html><body>${content}</body></html>`);
const svg = (content: string, attributes = '') =>
  Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`);

test.each<[string, string, Buffer, RegExp]>([
  ['a shell script', 'a.txt', Buffer.from('#!/bin/sh\nrm'), /is a program or a script/],
  ['a shell script in UTF-16', 'a.txt', utf16('#!/bin/sh\nrm'), /is a program or a script/],
  ['a shell script in UTF-16 BE', 'a.txt', utf16('#!/bin/sh\nrm').swap16(), /is a program or a script/],
  ['a batch file in UTF-16 without a mark', 'a.txt', utf16('@echo off\r\n').subarray(2), /is a program or a script/],
  ['a batch file after blank lines', 'a.txt', Buffer.from('\r\n @ECHO  OFF\r\n'), /is a program or a script/],
  ['PHP in UTF-16', 'a.txt', utf16('<?php system();'), /is a program or a script/],
  ['a packed page', 'a.mht', Buffer.from('MIME-Version: 1.0'), /is a program or a script/],
  ['a packed drawing', 'a.svgz', Buffer.from('x'), /is a program or a script/],
  ['a page with a script', 'a.html', page('<script>alert(1)</script>'), /is a web page or a drawing with scripts/],
  ['a page with a script, by its content', 'a.dat', page('<SCRIPT src=x>'), /is a web page or a drawing with scripts/],
  ['a page in UTF-16', 'a.htm', utf16('<html><script>alert(1)</script>'), /is a web page or a drawing with scripts/],
  ['a page with a handler', 'a.htm', page('<img src=x onerror = alert(1)>'), /is a web page or a drawing with scripts/],
  ['a page with a link that runs', 'a.xhtml', page('<a href=" javascript:alert(1)">x</a>'), /with scripts/],
  ['a page with a frame', 'a.html', page('<iframe src="x"></iframe>'), /with scripts/],
  ['a drawing with a script', 'a.svg', svg('<svg:script>alert(1)</svg:script>'), /with scripts/],
  ['a drawing with a handler', 'picture', svg('', ' onload="alert(1)"'), /with scripts/],
  [
    'an archive with a program',
    'a.zip',
    zipOf('note.pdf', 'bin/setup.exe'),
    /is an archive with a program or a script/,
  ],
  [
    'an archive with a script, by its content',
    'a',
    zipOf('a.xml', 'RUN.JS'),
    /is an archive with a program or a script/,
  ],
  [
    'an archive behind other bytes',
    'a.dat',
    Buffer.concat([Buffer.from('bytes in front'), zipOf('x.exe')]),
    /is an archive/,
  ],
  ['an ending before an invisible character', 'a.js\u200b', Buffer.from('x'), /is a program or a script/],
  ['an ending before the name of a stream', 'a.exe::$DATA', Buffer.from('x'), /is a program or a script/],
  ['a module', 'a.mjs', Buffer.from('x'), /is a program or a script/],
  ['a settings file that runs', 'a.settingcontent-ms', Buffer.from('x'), /is a program or a script/],
])('%s is no attachment', async (_what, name, bytes, problem) => {
  expect(await attachmentProblem(name, bytes)).toMatch(problem);
});

test.each<[string, string, Buffer]>([
  ['a page', 'a.html', page('<p style="color:red">On Monday = fine, <a href="https://clinic.example/">see</a></p>')],
  ['a drawing', 'a.svg', svg('<path d="M0 0"/>')],
  ['an archive of documents', 'xdm.zip', zipOf('INDEX.HTM', 'IHE_XDM/SUBSET01/DOC.XML', 'README.TXT')],
  ['an empty archive', 'a.zip', zipOf()],
  ['a damaged archive', 'a.zip', zipOf('setup.exe').subarray(0, -40)],
  ['a text in UTF-16', 'a.txt', utf16('echo off')],
  ['a text about scripts', 'a.txt', Buffer.from('Use <script> and onclick="x" with care')],
  ['an HL7 message', 'a.hl7', hl7Of('OBX|1|TX|||<script>')],
  [
    'a C-CDA, which no browser is given as it is',
    'a.xml',
    Buffer.from('<ClinicalDocument xmlns="urn:hl7-org:v3"><text><script>alert(1)</script></text></ClinicalDocument>'),
  ],
])('%s is an attachment', async (_what, name, bytes) => {
  expect(await attachmentProblem(name, bytes)).toBeNull();
});

test('uploads of other kinds may be web pages, which are sanitised', async () => {
  expect(await executableProblem('terms.html', page('<script>alert(1)</script>'))).toBeNull();
});

test('a hostile page is checked in linear time', async () => {
  const durationOf = async (count: number) => {
    const started = performance.now();
    for (const part of ['<', '<a ', ' on', '<a onabc ', '=javascript', '< <<a="']) {
      await attachmentProblem('a.html', Buffer.from(part.repeat(count)));
    }
    return performance.now() - started;
  };
  await durationOf(1000);
  // 8 times the text; 64 times the work if it grew with the square.
  expect((await durationOf(160_000)) / (await durationOf(20_000))).toBeLessThan(32);
});
