import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import { useQuery } from '@tanstack/react-query';
import { BooleanInput, DataTable, NumberInput, SelectInput, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AlertRule } from '../../shared/contract/exchangeSchemas.ts';
import { SaveDialog } from '../components/actions.tsx';
import { LabelButton } from '../components/LabelButton.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { actionsColumn } from '../components/ListTable.tsx';
import { inputAt, useRequired } from '../components/RecordForm.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { stateField } from '../components/StateChip.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { measureText, numberText } from './dashboardModel.ts';
import { AlertStatusChip } from './SystemAlerts.tsx';

const label = (name: string) => `dashboard.rules.${name}`;
const alertLabel = (name: string) => `dashboard.alerts.${name}`;

const EnabledField = stateField(
  { icon: CheckCircle, severity: 'good', label: label('on') },
  { icon: PauseCircle, label: label('off') },
);

/** The rules that raise alerts; each can be changed and switched off. */
export const AlertRulesDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const query = useQuery({
    queryKey: ['diagnostics', 'alertRules'],
    queryFn: ({ signal }) => provider.diagnostics.alertRules({}, { signal }),
  });
  const [rule, setRule] = useState<AlertRule>();
  if (rule) return <AlertRuleDialog rule={rule} onClose={() => setRule(undefined)} />;
  return (
    <DialogFrame
      title={label('title')}
      maxWidth="lg"
      actions={<LabelButton label={label('close')} onClick={onClose} />}
      onClose={onClose}
    >
      <LocalList resource="alertrules" rows={query.data?.items} query={query} failedText={label('failed')}>
        <RelatedTable label={label('title')}>
          <DataTable.Col source="name" label={label('name')} />
          <DataTable.Col<AlertRule>
            source="alertType"
            label={alertLabel('type')}
            render={({ alertType }) => translate(alertLabel(`types.${alertType}`))}
          />
          <DataTable.Col<AlertRule>
            source="channel"
            label={label('scope')}
            render={({ channel, direction }) =>
              [channel ?? translate(label('everyChannel')), direction].filter(Boolean).join(', ')
            }
          />
          <DataTable.Col<AlertRule>
            source="threshold"
            label={label('threshold')}
            align="right"
            render={({ alertType, threshold }) => measureText(alertType, threshold)}
          />
          <DataTable.Col<AlertRule>
            source="windowMinutes"
            label={label('windowMinutes')}
            align="right"
            render={({ windowMinutes }) => numberText(windowMinutes)}
          />
          <DataTable.Col<AlertRule>
            source="minimumMessages"
            label={label('minimumMessages')}
            align="right"
            render={({ minimumMessages }) => numberText(minimumMessages)}
          />
          <DataTable.Col<AlertRule>
            source="severity"
            label={label('severity')}
            render={({ severity }) => <AlertStatusChip status={severity} />}
          />
          <DataTable.Col source="isEnabled" label={label('isEnabled')} field={EnabledField} />
          <DataTable.Col<AlertRule>
            source={actionsColumn}
            label="components.table.actions"
            render={(record) => (
              <LabelButton
                label={label('edit')}
                size="small"
                aria-label={translate(label('editNamed'), { name: record.name })}
                onClick={() => setRule(record)}
              />
            )}
          />
        </RelatedTable>
      </LocalList>
    </DialogFrame>
  );
};

const severities = ['Triggered', 'Warn'] as const;

const AlertRuleDialog = ({ rule, onClose }: { rule: AlertRule; onClose: () => void }) => {
  const translate = useTranslate();
  const required = useRequired();
  const { id, name, alertType, threshold, windowMinutes, minimumMessages, severity, isEnabled, version } = rule;
  return (
    <SaveDialog
      title={translate(label('editTitle'), { name })}
      submitLabel={translate(label('save'))}
      defaultValues={{ threshold, windowMinutes, minimumMessages, severity, isEnabled }}
      send={({ diagnostics }, values) => diagnostics.updateAlertRule({ params: { id }, body: { ...values, version } })}
      done={translate(label('saved'), { name })}
      changes={['diagnostics']}
      onClose={onClose}
    >
      <WholeNumberInput source="threshold" max={1_000_000} helperText={label(`units.${alertType}`)} />
      <WholeNumberInput source="windowMinutes" max={1440} />
      <WholeNumberInput source="minimumMessages" max={1_000_000} />
      <SelectInput
        {...inputAt('severity')}
        label={label('severity')}
        choices={severities.map((status) => ({ id: status, name: alertLabel(`statuses.${status}`) }))}
        validate={required(label('severity'))}
      />
      <BooleanInput {...inputAt('isEnabled')} label={label('isEnabled')} helperText={false} />
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
      : translate(label('whole'), { max: numberText(max) });
  return (
    <NumberInput
      {...inputAt(source)}
      label={label(source)}
      helperText={helperText}
      min={1}
      validate={validate}
      required
    />
  );
};
