import Pdf from 'pdfkit';
import type { DemoSubject } from './demoDocument.ts';

/** A letter of referral: the same bytes for the same subject. */
export function demoPdf(subject: DemoSubject, pages = 1): Promise<Buffer> {
  const { patient, title, organization, author, at, number } = subject;
  const document = new Pdf({
    size: 'LETTER',
    margin: 64,
    info: { Title: title, Author: organization, CreationDate: at, ModDate: at },
  });
  document.font('Helvetica-Bold').fontSize(16).text(organization);
  document.moveDown().font('Helvetica').fontSize(11);
  document.text(`${title}, ${at.toISOString().slice(0, 10)}, number ${number}`).moveDown();
  document.text(`Patient: ${patient.fullName}`).text(`Born: ${patient.birthDate}   Sex: ${patient.gender}`);
  document.text(`Record number: ${patient.medicalRecordNumber}`).moveDown();
  for (const paragraph of paragraphs) document.text(paragraph, { align: 'left' }).moveDown();
  document.text(`Kind regards,`).text(author);
  for (let page = 2; page <= pages; page += 1) {
    document
      .addPage()
      .font('Helvetica-Bold')
      .text(`Enclosure ${page - 1}`)
      .moveDown()
      .font('Helvetica');
    for (const paragraph of paragraphs) document.text(paragraph).moveDown();
  }
  return bytesOf(document);
}

const bytesOf = (document: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.once('end', () => resolve(Buffer.concat(parts)));
    document.once('error', reject);
    document.end();
  });

const paragraphs = [
  'Dear colleague, thank you for seeing this patient, who does not exist and was made for a demonstration.',
  'The patient reports intermittent chest discomfort on exertion for three weeks. Blood pressure and pulse were within the expected range; the electrocardiogram showed a normal sinus rhythm.',
  'Please advise on further testing and treatment. Current medications and results are in the enclosed summary.',
];
