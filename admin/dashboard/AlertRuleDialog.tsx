import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { AlertRule } from '../../shared/contract/exchangeSchemas.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormNumber } from '../components/FormNumber.tsx';
import { FormSelect } from '../components/FormSelect.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { numberText } from './dashboardModel.ts';

const limits = { threshold: 1_000_000, windowMinutes: 1440, minimumMessages: 1_000_000 } as const;
const severities = ['Triggered', 'Warn'] as const;

/** Changes when a rule raises its alert. */
export const AlertRuleDialog = ({ rule, onClose }: { rule: AlertRule; onClose: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { id, name, alertType, threshold, windowMinutes, minimumMessages, severity, isEnabled, version } = rule;
  const validate = (values: object) =>
    Object.fromEntries(
      Object.entries(limits).flatMap(([field, most]) => {
        const value: unknown = Reflect.get(values, field);
        if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return [];
        return [[field, translate('dashboard.rules.whole', { most: numberText(most) })]];
      }),
    );
  return (
    <FormDialog
      title={translate('dashboard.rules.editTitle', { name })}
      submitLabel={translate('dashboard.rules.save')}
      defaultValues={{ threshold, windowMinutes, minimumMessages, severity, isEnabled }}
      validate={validate}
      onSubmit={async (body) => {
        await provider.call('diagnostics', 'updateAlertRule', { params: { id }, body: { ...body, version } });
        notify(translate('dashboard.rules.saved', { name }), { type: 'success' });
        await queries.invalidateQueries({ queryKey: ['diagnostics', 'alertRules'] });
      }}
      onClose={onClose}
    >
      <FormNumber
        source="threshold"
        label="dashboard.rules.threshold"
        min={1}
        helperText={translate(`dashboard.rules.units.${alertType}`)}
        required
      />
      <FormNumber source="windowMinutes" label="dashboard.rules.windowMinutes" min={1} required />
      <FormNumber source="minimumMessages" label="dashboard.rules.minimumMessages" min={1} required />
      <FormSelect
        source="severity"
        label="dashboard.rules.severity"
        options={severities.map((one) => ({ id: one, name: translate(`dashboard.alerts.statuses.${one}`) }))}
        required
      />
      <FormSwitch source="isEnabled" label="dashboard.rules.isEnabled" />
    </FormDialog>
  );
};
