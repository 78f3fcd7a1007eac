import { useNotify, useTranslate } from 'react-admin';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormSelect } from '../../components/FormSelect.tsx';
import { FormSwitch } from '../../components/FormSwitch.tsx';
import { FormText } from '../../components/FormText.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { shownAddress } from './sourceWords.ts';
import { useProviders } from './useProviders.ts';

interface SourceEditDialogProps {
  source: DocumentSource;
  onChanged: () => unknown;
  onClose: () => void;
}

/** Name, provider and use of an address; the address itself stays (spec 3 section 7). */
export const SourceEditDialog = ({ source, onChanged, onClose }: SourceEditDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const providers = useProviders(source.type);
  return (
    <FormDialog
      title={translate('addresses.direct.editTitle', { name: shownAddress(source) })}
      submitLabel={translate('addresses.saved.save')}
      failureText={translate('addresses.source.failed')}
      defaultValues={{
        displayName: source.displayName,
        providerId: source.providerId,
        isEnabled: source.isEnabled,
      }}
      onSubmit={async (values) => {
        const { displayName, providerId, isEnabled } = values as Pick<
          DocumentSource,
          'displayName' | 'providerId' | 'isEnabled'
        >;
        await provider.call('documentsources', 'update', {
          params: { id: source.id },
          body: { displayName, providerId: providerId || null, isEnabled, version: source.version },
        });
        notify('addresses.source.changed', { type: 'success' });
        await onChanged();
      }}
      onClose={onClose}
    >
      <FormText source="displayName" label="addresses.source.displayName" required maxLength={255} />
      <FormSelect source="providerId" label="addresses.source.provider" options={providers} />
      <FormSwitch source="isEnabled" label="addresses.source.isEnabled" />
    </FormDialog>
  );
};
