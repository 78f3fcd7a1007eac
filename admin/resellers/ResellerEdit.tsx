import { BooleanInput, RadioButtonGroupInput, required, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Reseller } from '../../shared/contract/resellers.ts';
import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { resellerColors } from '../../shared/rules/reseller.ts';
import { ColorSwatch } from '../components/ColorSwatch.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { HtmlInput } from '../components/HtmlInput.tsx';
import { inputAt, textAt } from '../components/RecordForm.tsx';
import { CatalogCreate, CatalogEdit } from '../components/RecordPages.tsx';
import { ResellerLogoField } from './ResellerLogoField.tsx';
import { ResellerUrlCodeField } from './ResellerUrlCodeField.tsx';
import { resellerModel, typeChoices } from './resellerModel.ts';

export const ResellerEdit = () => <CatalogEdit model={resellerModel} inputs={ResellerInputs} usage="resellerId" />;

export const ResellerCreate = () => <CatalogCreate model={resellerModel} inputs={ResellerInputs} />;

const ResellerInputs = ({ stored }: { stored: Reseller | undefined }) => {
  const bypasses = useWatch({ name: 'bypassTos' }) === true;
  const isFixed = stored !== undefined && stored.organizationCount > 0;
  return (
    <>
      <FormSection title="resellers.section">
        <TextInput {...textAt('name', 255)} validate={required()} />
        <SelectInput
          {...inputAt('type')}
          margin="none"
          validate={required()}
          disabled={isFixed}
          choices={typeChoices}
          helperText={isFixed && 'resellers.typeFixed'}
        />
        <ResellerUrlCodeField storedId={stored?.id} />
        {/* The background of the logo: three colors, each as a swatch with its name (spec 2 section 9). */}
        <RadioButtonGroupInput
          {...inputAt('color')}
          validate={required()}
          choices={colorChoices}
          optionText={<ColorText />}
          sx={{ gridColumn: '1 / -1' }}
        />
      </FormSection>
      <FormSection title="resellers.logoSection">
        <ResellerLogoField stored={stored} />
      </FormSection>
      <FormSection title="resellers.eulaSection">
        <BooleanInput {...inputAt('bypassTos')} />
        {bypasses && <HtmlInput source="termsHtml" maxLength={termsMaxCharacters} />}
      </FormSection>
    </>
  );
};

const colorChoices = resellerColors.map(({ name, value }) => ({ id: value, name }));

const ColorText = () => {
  const { id = '', name = '' } = useRecordContext<(typeof colorChoices)[number]>() ?? {};
  return <ColorSwatch color={id} name={name} />;
};
