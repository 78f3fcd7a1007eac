import type { Random } from '../../../seed/random.ts';

/** A section of a made clinical document: its code, its title and rows to choose from. The facts are those of textbooks. */
export interface ClinicalSection {
  readonly code: string;
  readonly templateId: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

const template = (number: string) => `2.16.840.1.113883.10.20.22.2.${number}`;

/** Cells are separated by `|`; `#` stands for a figure and `@` for a date of the last years. */
export const clinicalSections: readonly ClinicalSection[] = [
  {
    code: '48765-2',
    templateId: template('6.1'),
    title: 'Allergies and Intolerances',
    columns: ['Substance', 'Reaction', 'Severity', 'Status'],
    rows: [
      'Penicillin V|Hives|Moderate|Active',
      'Peanut|Anaphylaxis|Severe|Active',
      'Latex|Contact dermatitis|Mild|Active',
      'Codeine|Nausea|Mild|Inactive',
      'Sulfamethoxazole|Rash|Moderate|Active',
    ],
  },
  {
    code: '10160-0',
    templateId: template('1.1'),
    title: 'Medications',
    columns: ['Medication', 'Directions', 'Start date', 'Status'],
    rows: [
      'Lisinopril 10 mg tablet|1 tablet by mouth daily|@|Active',
      'Metformin 500 mg tablet|1 tablet by mouth twice a day with meals|@|Active',
      'Atorvastatin 20 mg tablet|1 tablet by mouth at bedtime|@|Active',
      'Albuterol 90 mcg inhaler|2 puffs every 4 to 6 hours as needed|@|Active',
      'Amoxicillin 500 mg capsule|1 capsule every 8 hours for 10 days|@|Completed',
      'Levothyroxine 50 mcg tablet|1 tablet by mouth before breakfast|@|Active',
    ],
  },
  {
    code: '11450-4',
    templateId: template('5.1'),
    title: 'Problems',
    columns: ['Problem', 'Code', 'Onset', 'Status'],
    rows: [
      'Essential hypertension|59621000|@|Active',
      'Type 2 diabetes mellitus|44054006|@|Active',
      'Hyperlipidemia|55822004|@|Active',
      'Asthma|195967001|@|Active',
      'Community acquired pneumonia|385093006|@|Resolved',
      'Hypothyroidism|40930008|@|Active',
    ],
  },
  {
    code: '30954-2',
    templateId: template('3.1'),
    title: 'Results',
    columns: ['Test', 'Value', 'Unit', 'Reference range', 'Date'],
    rows: [
      'Hemoglobin|1#.2|g/dL|12.0 - 16.0|@',
      'Glucose, fasting|10#|mg/dL|70 - 99|@',
      'Hemoglobin A1c|6.#|%|4.0 - 5.6|@',
      'Creatinine|0.#|mg/dL|0.6 - 1.2|@',
      'Potassium|4.#|mmol/L|3.5 - 5.1|@',
      'Cholesterol, total|19#|mg/dL|less than 200|@',
      'TSH|2.#|mIU/L|0.4 - 4.0|@',
    ],
  },
  {
    code: '8716-3',
    templateId: template('4.1'),
    title: 'Vital Signs',
    columns: ['Date', 'Blood pressure', 'Pulse', 'Temperature', 'Weight'],
    rows: ['@|12#/7# mmHg|7#|98.# F|17# lb', '@|13#/8# mmHg|8#|98.# F|17# lb', '@|11#/7# mmHg|6#|97.# F|16# lb'],
  },
  {
    code: '47519-4',
    templateId: template('7.1'),
    title: 'Procedures',
    columns: ['Procedure', 'Date', 'Performer'],
    rows: [
      'Colonoscopy|@|Gastroenterology',
      'Appendectomy|@|General Surgery',
      'Electrocardiogram, 12 leads|@|Cardiology',
    ],
  },
  {
    code: '11369-6',
    templateId: template('2.1'),
    title: 'Immunizations',
    columns: ['Vaccine', 'Date', 'Status'],
    rows: [
      'Influenza, seasonal, injectable|@|Completed',
      'Tdap|@|Completed',
      'Pneumococcal conjugate PCV 13|@|Completed',
      'Zoster recombinant|@|Completed',
    ],
  },
  {
    code: '46240-8',
    templateId: template('22.1'),
    title: 'Encounters',
    columns: ['Encounter', 'Date', 'Location'],
    rows: ['Office visit|@|Main clinic', 'Telephone encounter|@|Care team', 'Emergency department visit|@|Hospital'],
  },
  {
    code: '29762-2',
    templateId: template('17'),
    title: 'Social History',
    columns: ['Element', 'Description', 'Effective date'],
    rows: ['Smoking status|Former smoker|@', 'Alcohol use|Occasional|@', 'Exercise|Walks 3# minutes a day|@'],
  },
  {
    code: '18776-5',
    templateId: template('10'),
    title: 'Plan of Treatment',
    columns: ['Planned activity', 'Planned date', 'Instructions'],
    rows: [
      'Follow-up visit|@|Bring the home blood pressure record',
      'Basic metabolic panel|@|Fasting for 8 hours',
      'Referral to physical therapy|@|Twice a week for 6 weeks',
    ],
  },
];

const day = 86_400_000;

/** Cells of one row, with figures and dates filled in. */
export const cellsOf = (row: string, random: Random, at: Date): string[] =>
  row
    .split('|')
    .map((cell) =>
      cell
        .replace(/#/g, () => String(random.below(10)))
        .replace(/@/g, () => new Date(at.getTime() - random.below(700) * day).toISOString().slice(0, 10)),
    );
