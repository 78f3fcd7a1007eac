import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { maskIdentifier } from '../../../shared/rules/ccda.ts';
import type { CcdaIdentifier } from './ccdaHeaderFields.ts';
import type { Ccda, CcdaPatient } from './ccdaModel.ts';

interface CcdaHeaderProps {
  ccda: Ccda;
  isMasked: boolean;
  onMask: (isMasked: boolean) => void;
}

/** Patients and header fields of the document. */
export const CcdaHeader = ({ ccda, isMasked, onMask }: CcdaHeaderProps) => {
  const translate = useTranslate();
  const { title, type, date, authors, custodian, patients } = ccda;
  const Icon = isMasked ? Visibility : VisibilityOff;
  return (
    <Box component="header" sx={{ padding: 2, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
      {patients.map((patient, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order of the patients never changes
        <PatientBanner key={index} patient={patient} isMasked={isMasked} />
      ))}
      {patients.length === 0 && <Typography>{translate('viewer.ccda.noPatient')}</Typography>}
      <Button size="small" className="ccda-screen-only" startIcon={<Icon />} onClick={() => onMask(!isMasked)}>
        {translate(isMasked ? 'viewer.ccda.showIdentifiers' : 'viewer.ccda.hideIdentifiers')}
      </Button>
      <Typography component="h2" variant="h6" sx={{ marginTop: 1 }}>
        {title || type || translate('viewer.ccda.untitled')}
      </Typography>
      <LabeledValues
        fields={[
          ['type', type === title ? '' : type],
          ['date', date],
          ['author', authors.join('; ')],
          ['custodian', custodian],
        ]}
      />
    </Box>
  );
};

const PatientBanner = ({ patient, isMasked }: { patient: CcdaPatient; isMasked: boolean }) => {
  const translate = useTranslate();
  const [name, ...others] = patient.names;
  const identifierText = (id: CcdaIdentifier) => {
    const value = isMasked && id.kind !== 'ssn' ? maskIdentifier(id.value) : id.value;
    const kind = id.kind === 'ssn' ? 'SSN' : id.authority;
    return kind ? `${value} (${kind})` : value;
  };
  return (
    <Box component="section" aria-label={translate('viewer.ccda.patient')} sx={{ marginBottom: 1 }}>
      <Typography component="p" variant="h5">
        {name ?? translate('viewer.ccda.noName')}
      </Typography>
      <LabeledValues
        fields={[
          ['otherNames', others.join('; ')],
          ['birthDate', patient.birthDate || translate('viewer.ccda.notSpecified')],
          ['gender', patient.gender || translate('viewer.ccda.notSpecified')],
          ['identifiers', patient.identifiers.map(identifierText).join(', ')],
          ['address', patient.addresses.join('; ')],
          ['phone', patient.telecoms.join(', ')],
        ]}
      />
    </Box>
  );
};

const LabeledValues = ({ fields }: { fields: readonly (readonly [string, string])[] }) => {
  const translate = useTranslate();
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, margin: 0 }}>
      {fields
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Box key={name} sx={{ display: 'flex', gap: 0.75 }}>
            <Typography component="dt" color="textSecondary" sx={{ flexShrink: 0 }}>
              {translate(`viewer.ccda.fields.${name}`)}
            </Typography>
            <Typography component="dd" sx={{ margin: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
    </Box>
  );
};
