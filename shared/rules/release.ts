/** What the message page is used for (spec 3 section 4). */
export const pageStrategies = ['new', 'forward', 'reply', 'release', 'intake'] as const;
export type PageStrategy = (typeof pageStrategies)[number];

/** Export modes that need the patient block on intake (spec 3 section 5). */
export const patientExportModes = ['xds-sd_cda', 'single_directory', 'patient_folder'] as const;

/** Interoperability settings of an organization that decide what intake may edit (spec 3 section 3). */
export type ExportSettings = {
  readonly exportMode?: string | null | undefined;
  readonly exportOption?: string | null | undefined;
  readonly exportDirectoryType?: string | null | undefined;
  readonly exportVisitDirectory?: boolean | null | undefined;
};

/** Whether the patient block can be edited: not on release, and not on intake that prints (spec 3 section 4). */
export const mayEditPatient = (strategy: PageStrategy, settings: ExportSettings): boolean =>
  strategy !== 'release' && !(strategy === 'intake' && settings.exportMode === 'print');

/** Whether files can be added: not on release and not on intake (spec 3 section 4). */
export const mayUpload = (strategy: PageStrategy): boolean => strategy !== 'release' && strategy !== 'intake';

/** Whether visit id and date can be edited (spec 3 section 4). */
export const mayEditVisit = (strategy: PageStrategy, settings: ExportSettings, visitReadOnly: boolean): boolean => {
  if (strategy === 'forward' || strategy === 'reply') return true;
  return (
    strategy === 'intake' &&
    !visitReadOnly &&
    settings.exportMode === 'save_as' &&
    settings.exportOption === 'standard' &&
    settings.exportDirectoryType === 'patient_folder' &&
    settings.exportVisitDirectory === true
  );
};

/** Patients one release can have (spec 3 section 5). */
export const patientsPerRelease = 1;
