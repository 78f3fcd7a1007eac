import type { Network } from '../../shared/contract/networks.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

export interface NetworkFormValues {
  readonly name: FieldText;
  readonly isEnabled: boolean;
  /** Ids of features. */
  readonly enabledFeatures: readonly string[];
}

export const networkModel: RecordModel<Network, NetworkFormValues> = {
  empty: { name: '', isEnabled: true, enabledFeatures: [] },
  toForm: ({ name, isEnabled, enabledFeatures }) => ({ name, isEnabled, enabledFeatures }),
  toBody: ({ name, isEnabled, enabledFeatures }) => ({
    name: textOf(name),
    isEnabled,
    enabledFeatures: [...enabledFeatures],
  }),
};
