import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { attachmentProblem, executableProblem } from '../../../server/documents/executableFile.ts';
import { hl7Of } from './documentBuilders.ts';

interface ZipOptions {
  readonly content?: Buffer;
  readonly method?: 'stored' | 'deflated' | 'unknown';
  readonly isEncrypted?: boolean;
  /** Offsets and the directory's place only in the records of 64 bits. */
  readonly is64?: boolean;
  /** Where the directory says that the file is. */
  readonly offset?: number;
}
const methods = { stored: 0, deflated: 8, unknown: 99 };

/** A ZIP archive; only the parts that a directory needs are right. */
const zipOf = (...names: readonly string[]): Buffer => zipWith(names);

function zipWith(names: readonly string[], options: ZipOptions = {}): Buffer {
  const { content = Buffer.from('content'), method = 'deflated', isEncrypted = false, is64 = false } = options;
  const data = method === 'deflated' ? deflateRawSync(content) : content;
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(methods[method], 8);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt16LE(name.length, 26);
    const local = Buffer.concat([header, Buffer.from(name), data]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8);
    entry.writeUInt16LE(methods[method], 10);
    entry.writeUInt32LE(is64 ? 0xffff_ffff : data.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(is64 ? 0xffff_ffff : (options.offset ?? offset), 42);
    const extra = Buffer.alloc(is64 ? 25 : 0);
    if (is64) {
      entry.writeUInt16LE(extra.length, 30);
      // Another field of one byte in front.
      extra.writeUInt32LE(0x0001_7075, 0);
      extra.writeUInt32LE(0x0010_0001, 5);
      extra.writeBigUInt64LE(BigInt(data.length), 9);
      extra.writeBigUInt64LE(BigInt(offset), 17);
    }
    entries.push(entry, Buffer.from(name), extra);
    locals.push(local);
    offset += local.length;
  }
  const size = Buffer.concat(entries).length;
  const end64 = Buffer.alloc(is64 ? 76 : 0);
  if (is64) {
    end64.writeUInt32LE(0x06064b50, 0);
    end64.writeBigUInt64LE(BigInt(size), 40);
    end64.writeBigUInt64LE(BigInt(offset), 48);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(is64 ? 0xffff_ffff : size, 12);
  end.writeUInt32LE(is64 ? 0xffff_ffff : offset, 16);
  return Buffer.concat([...locals, ...entries, end64, end, Buffer.from('comment')]);
}

/** The archive in as many others. */
const nested = (depth: number, inner: Buffer, options: ZipOptions = {}): Buffer =>
  depth === 0 ? inner : nested(depth - 1, zipWith(['inner.dat'], { ...options, content: inner }), options);

/** A deflated file that begins with so many empty blocks. */
function withEmptyBlocks(zip: Buffer, blocks: number): Buffer {
  const data = Buffer.concat([Buffer.from('000000ffff'.repeat(blocks), 'hex'), deflateRawSync(zip)]);
  const outer = zipWith(['inner.dat'], { content: data, method: 'stored' });
  // The method in the directory, from which it is read.
  outer.writeUInt16LE(8, outer.indexOf('PK\x01\x02', 0, 'latin1') + 10);
  return outer;
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

test.each(
  (
    'application jnlp website appcontent-ms diagcab diagcfg rdp iqy oqy slk theme lua awk bas ade adp appref-ms asp bgi cab cpl csh ex_ fxp gadget hpj htc ' +
    'its maf mag mda mdb msu nsh ops osd pcd plg prf prg printerexport psd1 pyo pyz pyzw udl vbp vsmacros webpnp xll xnk searchconnector-ms'
  ).split(' '),
)('a file .%s, which mail gateways block, is no attachment', async (ending) => {
  expect(await attachmentProblem(`a.${ending}`, Buffer.from('x'))).toMatch(/is a program or a script/);
  expect(await attachmentProblem('a.zip', zipOf(`b.${ending}`))).toMatch(/is an archive with a program/);
});

const unchecked = /is an archive whose archives cannot be checked/;
const program = /is an archive with a program/;
test.each<[string, Buffer, RegExp]>([
  ['a program in an archive in an archive', nested(1, zipOf('a.exe')), program],
  ['one three archives deep', nested(3, zipOf('a.exe')), program],
  ['one that is only stored', nested(2, zipOf('a.exe'), { method: 'stored' }), program],
  ['one in archives of 64 bits', nested(2, zipWith(['a.exe'], { is64: true }), { is64: true }), program],
  ['one behind other bytes', Buffer.concat([Buffer.from('front'), nested(1, zipOf('a.exe'))]), program],
  ['one behind empty blocks', withEmptyBlocks(zipOf('a.exe'), 1_000), program],
  [
    'one behind other bytes in an archive',
    zipWith(['b.zip'], { content: Buffer.concat([Buffer.from('x'), zipOf('a.js')]) }),
    program,
  ],
  ['an archive too deep', nested(4, zipOf('a.pdf')), unchecked],
  ['one too deep that is stored', nested(4, zipOf('a.pdf'), { method: 'stored' }), unchecked],
  ['one that is encrypted', zipWith(['b.ZIP'], { isEncrypted: true }), unchecked],
  ['one of an unknown method', zipWith(['b.zip'], { method: 'unknown' }), unchecked],
  ['one that is elsewhere', zipWith(['b.zip'], { offset: 1_000_000 }), unchecked],
  ['one with too many files', zipOf(...Array.from({ length: 5_001 }, (_, index) => `${index}.pdf`)), unchecked],
])('%s is refused', async (_what, bytes, problem) => {
  expect(await attachmentProblem('a.zip', bytes)).toMatch(problem);
});

test.each<[string, string, Buffer]>([
  ['an archive of archives with documents', 'a.zip', nested(3, zipOf('a.pdf'))],
  ['an archive with an encrypted document', 'a.zip', zipWith(['a.pdf'], { isEncrypted: true })],
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

test('archives are refused that unpack to too much, alone or together; large documents are not', {
  tags: ['hard'],
}, async () => {
  const zeros = (megabytes: number) => ({ content: Buffer.alloc(megabytes * 1024 * 1024) });
  expect(await attachmentProblem('a.zip', zipWith(['b.zip'], zeros(70)))).toMatch(unchecked);
  expect(await attachmentProblem('a.zip', zipWith(['b.zip', 'c.zip'], zeros(40)))).toMatch(unchecked);
  expect(await attachmentProblem('a.zip', zipWith(['a.pdf'], zeros(70)))).toBeNull();
});

test('uploads of other kinds may be web pages, which are sanitised', async () => {
  expect(await executableProblem('terms.html', page('<script>alert(1)</script>'), 'HTML or plain text')).toBeNull();
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
