import type { Network } from '../../shared/contract/networks.ts';
import { type FieldText, textOf } from '../components/records/fieldText.ts';
import type { RecordDesk } from '../components/records/recordDesk.ts';

export interface NetworkFormValues {
  readonly name: FieldText;
  readonly isEnabled: boolean;
  /** Ids of features. */
  readonly enabledFeatures: readonly string[];
}

const networkBody = ({ name, isEnabled, enabledFeatures }: NetworkFormValues) => ({
  name: textOf(name),
  isEnabled,
  enabledFeatures: [...enabledFeatures],
});

const none = () => ({});

export const networkDesk: RecordDesk<Network, NetworkFormValues> = {
  words: 'networks',
  path: '/admin/networks',
  empty: { name: '', isEnabled: true, enabledFeatures: [] },
  toForm: ({ name, isEnabled, enabledFeatures }) => ({ name, isEnabled, enabledFeatures }),
  problems: none,
  load: (provider, id, options) => provider.call('networks', 'get', { params: { id } }, options),
  save: (provider, values, stored) =>
    stored
      ? provider.call('networks', 'update', {
          params: { id: stored.id },
          body: { ...networkBody(values), version: stored.version },
        })
      : provider.call('networks', 'create', { body: networkBody(values) }),
  remove: (provider, id) => provider.call('networks', 'delete', { params: { id } }),
  opensWhenCreated: true,
};
