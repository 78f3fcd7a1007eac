import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useMemo } from 'react';
import { ssnMask } from '../../shared/rules/socialSecurity.ts';
import { ssnsOfHl7 } from '../../shared/rules/socialSecurityHl7.ts';
import { decodeText } from './ccda/decodeText.ts';
import { type Hl7Segment, readHl7 } from './hl7Model.ts';

const known = ['MSH', 'PID', 'PV1', 'OBR', 'OBX', 'ORC', 'NTE', 'TXA', 'EVN', 'NK1', 'IN1', 'GT1', 'AL1', 'DG1', 'MRG'];

/** An HL7 v2 message, segment by segment, with social security numbers masked. */
export const Hl7Viewer = ({ bytes }: { bytes: Uint8Array }) => {
  const segments = useMemo(() => {
    const text = decodeText(bytes);
    return readHl7(ssnMask(ssnsOfHl7(text))(text));
  }, [bytes]);
  return (
    <Box sx={{ padding: 2 }}>
      {segments.map((segment, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- segment names repeat, and the order never changes
        <Segment key={index} segment={segment} />
      ))}
    </Box>
  );
};

const Segment = ({ segment: { name, fields } }: { segment: Hl7Segment }) => {
  const translate = useTranslate();
  const label = known.includes(name) ? translate(`viewer.hl7.segments.${name}`) : '';
  return (
    <Box component="section" sx={{ marginBottom: 2 }}>
      <Typography component="h3" variant="h6">
        {label ? `${name} · ${label}` : name}
      </Typography>
      <TableContainer>
        <Table size="small" aria-label={name}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 96 }}>{translate('viewer.hl7.field')}</TableCell>
              <TableCell>{translate('viewer.hl7.value')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map((field) => (
              <TableRow key={field.name}>
                <TableCell>{field.name}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                  {field.values.join('\n')}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
};
