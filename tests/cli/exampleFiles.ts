import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));
export const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const entry = {
  responderType: 'DirectResponder',
  organizationId: '2.16.840.1.113883.3.9621.1',
  displayName: 'Lakeside Clinic',
  address: '1 Main Street',
  city: 'Phoenix',
  state: 'AZ',
  zipCode: '85001',
} as const;

export const clinic = {
  name: 'Lakeside Clinic',
  address: { street: '1 Main Street', city: 'Phoenix', state: 'AZ', zip: '85001', country: 'US' },
  contact: { firstName: 'Ann', lastName: 'Baker', email: 'ann@lakeside.example' },
};

const records = {
  'network.json': { name: 'Network of a file', enabledFeatures: ['Carequality'] },
  'reseller.json': { name: 'Reseller of a file', type: 1, urlCode: 'of-a-file', color: '#e6e9ed' },
  'plan.json': { name: 'Plan of a file', tierCode: 'FILE', allowedUsers: 12 },
  'brand.json': {
    name: 'Brand of a file',
    appUrl: 'https://file.example',
    primaryColor: '#0b5f73',
    supportEmail: 'help@file.example',
  },
  'specialty.json': { name: 'Specialty of a file' },
  'app.json': { name: 'App of a file' },
  'word.json': { name: 'word-of-a-file', profanity: true },
};

/** Files the examples read. */
const report = 'Organization number,Organization\n1,Lakeside Clinic\n';
const reportManifest = {
  kind: 'carepost-export',
  report: 'organizations',
  file: 'report.csv',
  format: 'csv',
  rows: 1,
  columns: ['Organization number', 'Organization'],
  key: ['Organization number'],
  distinctIds: 1,
  bytes: report.length,
  sha256: createHash('sha256').update(report).digest('hex'),
  gzip: false,
  excel: false,
};

export const writeExampleFiles = async (folder: string): Promise<void> => {
  await writeFile(join(folder, 'clinic.json'), JSON.stringify(clinic));
  await writeFile(join(folder, 'shore.json'), JSON.stringify({ ...clinic, subdomain: 'shore-clinic' }));
  await writeFile(join(folder, 'entry.json'), JSON.stringify(entry));
  await writeFile(join(folder, 'note.txt'), 'A test of the line.\n');
  await writeFile(join(folder, 'agreement.html'), '<h1>Agreement</h1><p>Be kind.</p>');
  await writeFile(join(folder, 'logo.png'), bytes(logo, 'base64'));
  await writeFile(join(folder, 'report.csv'), report);
  await writeFile(join(folder, 'report.csv.manifest.json'), JSON.stringify(reportManifest));
  await writeFile(join(folder, 'update.csv'), 'id,phone\n018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55,5550100100\n');
  for (const [name, record] of Object.entries(records)) await writeFile(join(folder, name), JSON.stringify(record));
};
