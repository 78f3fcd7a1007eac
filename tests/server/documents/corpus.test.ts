/** @module-tag scaled */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Documents, Identified } from '../../../server/documents/documents.ts';
import { decodeText } from '../../../server/documents/decodeText.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { hasSamples, samplesOf, wholeWay } from './documentBuilders.ts';
import { allOrSome } from '../../support/isHard.ts';

/** Family names of the patients, as the list of the sample files gives them. */
const families: Readonly<Record<string, string>> = {
  'ccda/hl7-ccd1-betterhalf.xml': 'Betterhalf',
  'ccda/hl7-ccd2-jones.xml': 'Jones',
  'ccda/hl7-discharge-summary.xml': 'Jones',
  'ccda/hl7-progress-note.xml': 'Everyman',
  'ccda/hl7-referral-note.xml': 'Betterhalf',
  'ccda/hl7-operative-note.xml': 'Jones',
  'ccda/hl7-diagnostic-imaging-report.xml': 'Everyman',
  'ccda/hl7-unstructured-embedded-pdf.xml': 'Levin',
  'ccda/hl7-unstructured-text-plain.xml': 'Damore',
  'ccda/hl7-unstructured-reference.xml': 'Levin',
  'ccda/hl7-parent-document-replace.xml': 'Maur',
  'ccda/nextgen-ccd-newman.xml': 'Newman',
  'ccda/meditech-ds-larson.xml': 'Larson',
  'ccda/medhost-newcomb-6names.xml': 'NEWCOMB',
  'ccda/nexttech-washington-nobirth.xml': 'Washington',
  'ccda/openvista-rn-larson.xml': 'LARSON',
  'ccda/atospulse-larson-402k.xml': 'Larson',
  'ccda/mdlogic-bates-badns.xml': 'Bates',
  'ccda/mckesson-ds-wright.xml': 'WRIGHT',
  'ccda/netsmart-rn-young.xml': 'YOUNG',
  'ccda/amrita-unk-unk.xml': 'UNK',
  'ccda/practicefusion-rn-bates.xml': 'Bates',
  'ccda/ipatientcare-careplan-glazer.xml': 'Glazer',
  'ccda/bluebutton-ccda-nullflavor.xml': 'Jones',
  'ccda/bluebutton-c32-example.xml': 'LastName',
  'ccda/msft-patient1-crawford.ccda': 'Crawford',
  'ccda/derived-utf16le-bom-opnote.xml': 'Jones',
  'ccda/derived-latin1-dir.xml': 'Muñoz Peña',
  'ccda/derived-large-ccd.xml': 'Betterhalf',
  'hl7/oru-r01-finn.hl7': 'Finn',
  'hl7/oru-r01-everywoman.hl7': 'EVERYWOMAN',
  'hl7/oru-r01-duck-bom.hl7': 'DUCK',
  'hl7/mdm-t02-prosolv.hl7': 'PROSOLV',
  'hl7/mdm-t02-clark.hl7': 'Clark',
  'hl7/adt-a01-everyman.hl7': 'EVERYMAN',
  'hl7/adt-a01-duck-bom.hl7': 'DUCK',
  'hl7/adt-a04-bixby-bom.hl7': 'Bixby',
  'hl7/adt-a40-merge.hl7': 'Test',
  'hl7/lri-cbc.hl7': 'Jones',
  'hl7/ref-i12.hl7': 'EVERYMAN',
  'hl7/oru-r01-multiline.hl7': 'Patient',
  'hl7/adt-a01-literal-backslash-r.hl7': 'DOE',
  'hl7/derived-mdm-t02-embedded-pdf.hl7': 'Levin',
};

const pages: Readonly<Record<string, number>> = {
  'pdf/hl7-ud-sample.pdf': 3,
  'pdf/onc-testdata-bates.pdf': 6,
  'pdf/irs-f1040-prefilled.pdf': 2,
  'pdf/tracemonkey-14pages.pdf': 14,
  'pdf/three-pages.pdf': 3,
  'pdf/with-attachment.pdf': 1,
  'pdf/encrypted-empty-password.pdf': 1,
  'pdf/scan-multipage-6.pdf': 6,
  'tiff/scan-5pages-g4.tif': 5,
  'tiff/tiny-3pages-g3.tif': 3,
  'tiff/g4-300dpi-bad-stripbytecounts.tif': 1,
  'image/baiona_color.jpg': 1,
  'image/linn.png': 1,
};

const kinds: Readonly<Record<string, Identified['kind']>> = {
  ccda: 'ccda',
  hl7: 'hl7',
  pdf: 'pdf',
  tiff: 'tiff',
  image: 'image',
  text: 'text',
  fhir: 'fhir',
};
/** A piece of a C-CDA without its root. */
const exceptions: Readonly<Record<string, Identified['kind']>> = {
  'ccda/hl7-fragment-multiple-patient-ids.xml': 'xml',
};

/** Digits of the values that a C-CDA has under the SSN root and an HL7 message as identifiers of type SS, in any grouping. */
function ssnsOfSample(bytes: Buffer): RegExp[] {
  const text = decodeText(bytes);
  const values = [
    ...[...text.matchAll(/<id [^>]*"2\.16\.840\.1\.113883\.4\.1"[^>]*>/g)].map(
      ([id]) => /extension="([^"]*)"/.exec(id)?.[1],
    ),
    ...[...text.matchAll(/([^|~^]{1,40})(?:\^[^|~^]{0,40}){3}\^SS\b/g)].map(([, id]) => id),
  ];
  return values
    .map((value = '') => value.replaceAll(/\D/g, ''))
    .filter(({ length }) => length >= 7)
    .map((digits) => new RegExp(`(?<!\\d)${digits.replaceAll(/(?<=\d)(?=\d)/g, '[-. \\n]{0,2}')}(?!\\d)`));
}

let documents: Documents;
beforeAll(() => {
  documents = createDocuments({ threads: 2, timeoutMs: 10_000, memoryMb: 256 });
});
afterAll(() => documents.close());

describe.skipIf(!hasSamples)('every sample file (SAMPLES_DIR names where they are)', () => {
  for (const sample of allOrSome(samplesOf(...Object.keys(kinds)), 10)) {
    const [folder = ''] = sample.path.split('/');
    test(`${sample.path} is read and converted`, async () => {
      const { identified, extracted, faults, outputs } = await wholeWay(documents, sample.name, sample.bytes);
      expect(identified.kind).toBe(exceptions[sample.path] ?? kinds[folder]);
      expect(faults.filter((fault) => fault !== 'unsupported')).toEqual([]);
      if (sample.path in families) expect(extracted?.patient?.lastName).toBe(families[sample.path]);
      for (const number of ssnsOfSample(sample.bytes)) for (const output of outputs) expect(output).not.toMatch(number);
      if (sample.path in pages) expect(extracted?.pageCount).toBe(pages[sample.path]);
    });
  }

  for (const sample of samplesOf('hostile')) {
    test(`${sample.path} does no harm`, async () => {
      const { faults, ms } = await wholeWay(documents, sample.name, sample.bytes);
      expect(faults.filter((fault) => !['unsupported', 'unreadable'].includes(fault))).toEqual([]);
      expect(ms).toBeLessThan(5000);
    });
  }
});
