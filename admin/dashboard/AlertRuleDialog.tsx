import { BooleanInput, NumberInput, SelectInput, useTranslate } from 'react-admin';
import type { AlertRule } from '../../shared/contract/exchangeSchemas.ts';
import { SaveDialog } from '../components/actions.tsx';
import { inputAt, useRequired } from '../components/RecordForm.tsx';
import { numberText } from './dashboardModel.ts';

const severities = ['Triggered', 'Warn'] as const;

/** Changes when a rule raises its alert. */
export const AlertRuleDialog = ({ rule, onClose }: { rule: AlertRule; onClose: () => void }) => {
  const translate = useTranslate();
  const required = useRequired();
  const { id, name, alertType, threshold, windowMinutes, minimumMessages, severity, isEnabled, version } = rule;
  return (
    <SaveDialog
      title={translate('dashboard.rules.editTitle', { name })}
      submitLabel={translate('dashboard.rules.save')}
      defaultValues={{ threshold, windowMinutes, minimumMessages, severity, isEnabled }}
      send={({ call }, values) =>
        call('diagnostics', 'updateAlertRule', { params: { id }, body: { ...values, version } })
      }
      done={translate('dashboard.rules.saved', { name })}
      changes={['diagnostics']}
      onClose={onClose}
    >
      <WholeNumberInput source="threshold" max={1_000_000} helperText={`dashboard.rules.units.${alertType}`} />
      <WholeNumberInput source="windowMinutes" max={1440} />
      <WholeNumberInput source="minimumMessages" max={1_000_000} />
      <SelectInput
        {...inputAt('severity')}
        label="dashboard.rules.severity"
        choices={severities.map((status) => ({ id: status, name: `dashboard.alerts.statuses.${status}` }))}
        validate={required('dashboard.rules.severity')}
      />
      <BooleanInput {...inputAt('isEnabled')} label="dashboard.rules.isEnabled" helperText={false} />
    </SaveDialog>
  );
};

interface WholeNumberInputProps {
  source: 'threshold' | 'windowMinutes' | 'minimumMessages';
  max: number;
  helperText?: string;
}

const WholeNumberInput = ({ source, max, helperText }: WholeNumberInputProps) => {
  const translate = useTranslate();
  const validate = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
      ? undefined
      : translate('dashboard.rules.whole', { most: numberText(max) });
  return (
    <NumberInput
      {...inputAt(source)}
      label={`dashboard.rules.${source}`}
      helperText={helperText}
      min={1}
      validate={validate}
      required
    />
  );
};
