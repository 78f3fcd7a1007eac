import { describe, expect, test } from 'vitest';
import { isSsnRoot, maskSsn, maskSsns, ssnMask, ssnOf, ssnsInTable } from '../../../shared/rules/socialSecurity.ts';
import { ssnsOfHl7 } from '../../../shared/rules/socialSecurityHl7.ts';

test('a social security number is nine digits in any grouping; other values under its root are none', () => {
  expect(['048-27-9873', '048279873', '048 27 9873', 'PSSN048279873'].map(ssnOf)).toEqual(
    Array.from({ length: 4 }, () => '048279873'),
  );
  const others = ['Unknown', '23103', '2.16.840.1.113883.4.1', 'MUBatJer', '123-101-5230', '***-**-9873', ''];
  expect(others.map(ssnOf)).toEqual(others.map(() => null));
  expect(maskSsn('048279873')).toBe('***-**-9873');
  expect(['2.16.840.1.113883.4.1', ' urn:oid:2.16.840.1.113883.4.1', '2.16.840.1.113883.4.19'].map(isSsnRoot)).toEqual([
    true,
    true,
    false,
  ]);
});

describe('in a text', () => {
  const mask = ssnMask(['048-27-9873', '123-101-5230', '***-**-4444']);

  test.each([
    ['048279873', '*****9873'],
    ['id 048 27 9873.', 'id *** ** 9873.'],
    ['048.27.9873', '***.**.9873'],
    ['048–27–9873', '***–**–9873'],
    ['04-8279873', '**-***9873'],
    ['048/279/873', '***/**9/873'],
    ['0 4 8 2 7 9 8 7 3', '* * * * * 9 8 7 3'],
    ['12 0.4.8.2.7.9.8.7.3, 5', '12 *.*.*.*.*.9.8.7.3, 5'],
    ['1-2-3-1-0-1-5-2-3-0', '*-*-*-*-*-*-5-2-3-0'],
    ...`,:;\\*|+=~#'"!?&%$^_@<>{}[]•…×`
      .split('')
      .map((mark): [string, string] => [
        `048${mark}27${mark}9873 048${mark}279${mark}873`,
        `***${mark}**${mark}9873 ***${mark}**9${mark}873`,
      ]),
    ['1234 048-27-9873 55', '1234 ***-**-9873 55'],
    ['6789 04827 9873', '6789 ***** 9873'],
    ['X048279873Y', 'X*****9873Y'],
    ['a mistyped 123-101-5230', 'a mistyped ***-***-5230'],
  ])('the known number is masked in any form: %s', (text, masked) => expect(mask(text)).toBe(masked));

  test.each([
    ['987-65-4321', '***-**-4321'],
    ['SSN: 987654321', 'SSN: *****4321'],
    ['his ssn is 987 65 4321', 'his ssn is *** ** 4321'],
    ['Social Security Number (SSN) 987654321', 'Social Security Number (SSN) *****4321'],
    [
      '<id root="2.16.840.1.113883.4.1" extension="987654321"/>',
      '<id root="2.16.840.1.113883.4.1" extension="*****4321"/>',
    ],
    [
      '<id extension="987654321" root="2.16.840.1.113883.4.1"/>',
      '<id extension="*****4321" root="2.16.840.1.113883.4.1"/>',
    ],
    [
      '{"system":"http://hl7.org/fhir/sid/us-ssn","value":"987654321"}',
      '{"system":"http://hl7.org/fhir/sid/us-ssn","value":"*****4321"}',
    ],
    ['987654444', '*****4444'],
  ])('a number is recognized by its form, its label or its last digits: %s', (text, masked) =>
    expect(mask(text)).toBe(masked),
  );

  test.each([
    '1048279873',
    '0048279873',
    '0482798731',
    '048a27b9873',
    '048,,27,,9873',
    '0 4 8 2 7 9 8 7 4',
    'tel 555-123-4567',
    'MRN 987654321',
    '1-987-65-4321',
    'SSN: unknown, MRN: 123456789',
    '99707-1234',
    'BP 120 80 2012',
    '<id root="2.16.840.1.113883.4.10" extension="987654321"/>',
  ])('other numbers stay: %s', (text) => expect(mask(text)).toBe(text));

  test.each([
    ['Soc Sec No 987654321', 'Soc Sec No *****4321'],
    ['Soc. Sec. #: 987-654-321', 'Soc. Sec. #: ***-**4-321'],
    ['Social Sec. Num. 987 654 321', 'Social Sec. Num. *** **4 321'],
    ['S.S.N. 987654321', 'S.S.N. *****4321'],
    ['S.S. No. 987654321', 'S.S. No. *****4321'],
    ['SS# 987654321', 'SS# *****4321'],
    ['SSN (271) 82-8188', 'SSN (***) **-8188'],
    ['SSN of the patient is 27182-8188', 'SSN of the patient is *****-8188'],
    ['Número de Seguro Social: 271828188', 'Número de Seguro Social: *****8188'],
    ['SSNs: 271828188, 314159265 and 141421356', 'SSNs: *****8188, *****9265 and *****1356'],
    [
      'Social Security Numbers\n271828188\n314159265; 141 42 1356',
      'Social Security Numbers\n*****8188\n*****9265; *** ** 1356',
    ],
    ['SSN 271828188, 314159265 & 141421356.', 'SSN *****8188, *****9265 & *****1356.'],
    ...[
      'Social Security Account Number',
      'SSAN:',
      'SS Nbr:',
      'SS-Number',
      'SS_NO',
      'ss_number:',
      'ss_num=',
      'SSNBR',
      'SS:',
      'S S N',
      'No. de SS',
      'Seguridad social:',
      'HIC',
      'Medicare no.',
    ].map((label): [string, string] => [`${label} 271828188`, `${label} *****8188`]),
    ...[
      'SSN (verified)',
      'SSN given as',
      'SSN on record',
      'SSN provided by patient:',
      'SSN 1:',
      'SSN2',
      'SSN/TIN',
      'SSN or TIN:',
      'SSN of spouse John:',
      'patient ssn - last name Miller:',
      'SSN / DOB:',
      'DOB / SSN: 01/02/1970 /',
      'Name/DOB/SSN: Ann Lee / 01-02-1970 /',
    ].map((words): [string, string] => [`${words} 271828188`, `${words} *****8188`]),
    ['271-82-8188A, 271-82-8188-A, 271-82-8188-01', '***-**-8188A, ***-**-8188-A, ***-**-8188-01'],
    ['-271-82-8188-, ID271-82-8188', '-***-**-8188-, ID***-**-8188'],
    ['SSN: 2 7 1 8 2 8 1 8 8', 'SSN: * * * * * 8 1 8 8'],
    ['SSN: 27-1828188', 'SSN: **-***8188'],
    ['SSN 271,82,8188', 'SSN ***,**,8188'],
    ['SSN 271•82•8188', 'SSN ***•**•8188'],
    ['271.82.8188 or 271/82/8188', '***.**.8188 or ***/**/8188'],
    ['(271) 82 8188', '(***) ** 8188'],
    ['271--82--8188, 271  82  8188, 271\t82\t8188', '***--**--8188, ***  **  8188, ***\t**\t8188'],
    ['{"ssn":["271828188","314159265"]}', '{"ssn":["*****8188","*****9265"]}'],
    ['<patientSSN>271828188</patientSSN>', '<patientSSN>*****8188</patientSSN>'],
    ['<td>SSN</td><td>271828188</td>', '<td>SSN</td><td>*****8188</td>'],
    ['"socialSecurityNumber": "271828188"', '"socialSecurityNumber": "*****8188"'],
    [
      '<system value="http://hl7.org/fhir/sid/us-ssn"/>\n    <value value="271828188"/>',
      '<system value="http://hl7.org/fhir/sid/us-ssn"/>\n    <value value="*****8188"/>',
    ],
    [
      '{"type":{"coding":[{"code":"SS"}]},"value":"271828188"}',
      '{"type":{"coding":[{"code":"SS"}]},"value":"*****8188"}',
    ],
    ['271828188 (SSN)', '*****8188 (SSN)'],
    ['271 82 8187', '*** ** 8187'],
    ['Ada Beispiel, 271 82 8187, was seen', 'Ada Beispiel, *** ** 8187, was seen'],
    ['271\u00a082\u202f8187', '***\u00a0**\u202f8187'],
    ['271 - 82 - 8187', '*** - ** - 8187'],
    ['SSN: ２７１８２８１８８', 'SSN: *****８１８８'],
    ['２７１－８２－８１８８', '***－**－８１８８'],
    ['ＳＳＮ ٢٧١٨٢٨١٨٨', 'ＳＳＮ *****٨١٨٨'],
    ['S\u200bSN 2\u200b718\u200b281\u200b88', 'S\u200bSN *\u200b***\u200b*81\u200b88'],
    ['\u202eAda\u200b271-8\u200d2-8188\u2066, 271-82-8188', '\u202eAda\u200b***-*\u200d*-8188\u2066, ***-**-8188'],
    ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uff0d', '\u00ad'].map(
      (dash): [string, string] => [`271${dash}82${dash}8188`, `***${dash}**${dash}8188`],
    ),
  ] satisfies [string, string][])(
    'it is recognized however its label, its list or its digits are written: %s',
    (text, masked) => expect(maskSsns(text)).toBe(masked),
  );

  test.each([
    'SSN: 555-123-4567',
    'Phone (271) 828-1881, fax 271.828.1882',
    'Tel. 271 82 8187',
    '+49 271 82 8187',
    'ZIP 99707-1234, 997071234',
    'NPI 1234567893, SSN unknown',
    'SSN/NPI: 1234567893',
    'NDC 0048-2798-73, 12345-678-90, 48279-873-01',
    'MRN 271828188; MRN 271-828-188',
    'SSN on request, MRN 271828188',
    'SSN: 271, account 271828188',
    'DOB 2026-08-21, seen 08/21/2026 10:30',
    'SSN not known. 08/21/2026 1',
    'BP 120 80 2012, HR 271 82 8187 9',
    'blood pressure at 120 80 2012',
    'dose 271 82 8187 mg',
    '271 82 81 8 2 7',
    '000 12 3456 and 912 34 5678',
    'social sector 271828188',
    'lessn 271828188',
    '<ssn nullFlavor="UNK"/><mrn>271828188</mrn>',
    '<id root="2.16.840.1.113883.4.1"/><id root="1.2.3" extension="271828188"/>',
    '{"ssn":"","mrn":"271828188"}',
    'SSN | MRN | 271828188',
    'claim 271828188, lot 271828188',
    'values 120 80 1000',
    'grid 100 20 3000',
    'lat 271 82 8188',
    'Tracking 123 45 6789',
    '1-271-82-8188-9',
    '271-82-8188-123',
    'SSN verified by two members of the staff of our office in the north, file 271828188',
  ])('no other number is masked: %s', (text) => expect(maskSsns(text)).toBe(text));

  test('a number that is labeled once is masked everywhere', () => {
    expect(maskSsns('SSN 987654321, chart 987 65 4321')).toBe('SSN *****4321, chart *** ** 4321');
  });

  test('a long text is masked in linear time', () => {
    const parts =
      '1 2 3 4 5 6 7 8 9 |1,2:3*|987654321 |ssn ssn |-|ssn number of the |271828188, |soc sec (((|s. s. |271 82 8187 |"code":"|1\u200b|\u200b'.split(
        '|',
      );
    const textsOf = (count: number) => [
      ...parts.map((part) => part.repeat(count)),
      `ssns ${'271828188, '.repeat(count)}`,
      `ssn${' '.repeat(count * 10)}`,
    ];
    const durationOf = (count: number) => {
      const started = performance.now();
      for (const text of textsOf(count)) expect(mask(text)).toHaveLength(text.length);
      return performance.now() - started;
    };
    durationOf(1000);
    // 16 times the text; 256 times the work if it grew with the square.
    expect(durationOf(16_000) / durationOf(1000)).toBeLessThan(80);
  });
});

test('a column or a cell that is labeled has them', () => {
  expect(
    ssnsInTable([
      ['Name', 'SSN', 'MRN'],
      ['Ann', '987654321', '123456789'],
    ]),
  ).toEqual(['987654321']);
  expect(ssnsInTable([['Social Security No.', '987-65-4321']])).toEqual(['987654321']);
  // A heading of two rows, and one in the middle of a table.
  expect(
    ssnsInTable([
      ['Patient', 'Numbers'],
      ['MRN', 'SSN'],
      ['123456789', '987654321'],
    ]),
  ).toEqual(['987654321']);
});

test.each([
  ['Name,SSN,MRN\nAnn,271828188,123456789\nBo,314159265,1', 'Name,SSN,MRN\nAnn,*****8188,123456789\nBo,*****9265,1'],
  ['Name;"SSN"\r\n"Ann";"271828188"', 'Name;"SSN"\r\n"Ann";"*****8188"'],
  ['Name\tSSN\tMRN\nAnn\t271828188\t123456789', 'Name\tSSN\tMRN\nAnn\t*****8188\t123456789'],
  ['Name  SSN         MRN\nAnn   271828188   123456789', 'Name  SSN         MRN\nAnn   *****8188   123456789'],
])('a text of rows has them in its labeled column: %j', (text, masked) => expect(maskSsns(text)).toBe(masked));

describe('in an HL7 message', () => {
  const withPid3 = (id: string) => ['MSH|^~\\&|A|B|C|D|2026||ADT^A01|1|P|2.5', `PID|1||${id}||Beispiel^Ada`].join('\r');

  test.each([
    '271828188^^^SSA^SS',
    '271828188^^^SSA^ss',
    '271828188^^^CLINIC^ SS ',
    '271828188^^^SSA',
    '271-82-8188^^^ssa^PI',
    '271828188^^^USSSA',
    '271828188^^^SSA&2.16.840.1.113883.4.1&ISO',
    '271828188^^^2.16.840.1.113883.4.1',
    '271828188^^^&2.16.840.1.113883.4.1&ISO^PN',
    '271828188^^^urn:oid:2.16.840.1.113883.4.1',
    '271828188^^^&http://hl7.org/fhir/sid/us-ssn&URI',
    '271828188^SSA^2.16.840.1.113883.4.1^ISO',
    '271828188^Beispiel^Ada^^^^^^SSA',
    '271828188^Beispiel^Ada^^^^^^CLINIC^L^^^SS',
  ])('the identifier %s is one', (id) => {
    const message = withPid3(id);
    expect(ssnsOfHl7(message).map(ssnOf)).toContain('271828188');
    expect(ssnMask(ssnsOfHl7(message))(message)).not.toMatch(/271-?82-?8188/);
  });

  test.each(['271828188^^^CLINIC^MR', '271828188^^^SSA-WEST^MR', 'A-1^^^SSA^MR', '271828188^^^2.16.840.1.113883.4.10'])(
    'the identifier %s is none',
    (id) => expect(ssnsOfHl7(withPid3(id))).toEqual([]),
  );

  test.each([
    ['PID', 19],
    ['NK1', 37],
    ['GT1', 12],
    ['IN2', 2],
  ])('the field %s-%i is one, also on a line that continues the segment', (segment, place) => {
    const fields = [segment, ...Array.from({ length: place - 1 }, () => '')];
    for (const before of [fields.join('|'), fields.join('|').replace('||', '|\n|')]) {
      const message = ['MSH|^~\\&|A|B|C|D|2026||ADT^A01|1|P|2.5', `${before}|271828188`].join('\r');
      expect(ssnsOfHl7(message)).toEqual(['271828188']);
    }
  });

  test.each([
    'IN1|1|||||||||||||||||||||||||||||||||||||||||||||||||271828188^^^SSA^SS',
    'IN2|271828188^^^SSA^SS',
    'MRG|271828188^^^^ss',
  ])('identifiers of other segments are some by their type: %s', (segment) =>
    expect(ssnsOfHl7(`MSH|^~\\&|A\r${segment}`)).toEqual(['271828188']),
  );

  test('every patient of a large batch is masked', () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => String(271_000_000 + index * 17));
    const message = ['MSH|^~\\&|A', ...numbers.map((number) => `PID|1||${number}^^^SSA^SS`)].join('\r');
    const masked = ssnMask(ssnsOfHl7(message))(message);
    expect(numbers.filter((number) => masked.includes(number))).toEqual([]);
  });
});

test('an HL7 message has them in PID-19, in identifiers of type SS and of their root, of other people, and labeled', () => {
  const message = [
    'MSH|^~\\&|A|B|C|D|2026||ADT^A01|1|P|2.5',
    'PID|1|2^^^X^SS|3^^^X^MR~4^^^SSA&2.16.840.1.113883.4.1&ISO^PN||||||||||||||||5',
    'GT1|1|||||||||||6',
    'NK1|1||||||||||||||||||||||||||||||||||||7',
    'OBX|1|ST|1^SSN||987654321',
  ].join('\r');
  expect(ssnsOfHl7(message)).toEqual(['2', '4', '5', '6', '7', '987654321']);
  expect(ssnsOfHl7(message.replaceAll('|', '#'))).toEqual(ssnsOfHl7(message));
  expect(ssnsOfHl7('just a text')).toEqual([]);
});
