import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import {
  BooleanInput,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Reseller } from '../../shared/contract/resellers.ts';
import { resellerFileMaxBytes, termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { isUrlCode, resellerColors, urlCodeMax } from '../../shared/rules/reseller.ts';
import { ColorSwatch } from '../components/ColorSwatch.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FileUploadInput } from '../components/FileUploadInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { HtmlInput } from '../components/HtmlInput.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { inputAt, notBlank, textAt, useInputText } from '../components/RecordForm.tsx';
import { CatalogCreate, CatalogEdit } from '../components/RecordPages.tsx';
import { maxSizeText } from '../components/receivedFile.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { colorName, type ResellerFormValues, resellerModel, typeChoices, validateUrlCode } from './resellerModel.ts';

export const ResellerEdit = () => <CatalogEdit model={resellerModel} inputs={ResellerInputs} usage="resellerId" />;

export const ResellerCreate = () => <CatalogCreate model={resellerModel} inputs={ResellerInputs} />;

const ResellerInputs = ({ stored }: { stored: Reseller | undefined }) => {
  const bypasses = useWatch({ name: 'bypassTos' }) === true;
  const isFixed = stored !== undefined && stored.organizationCount > 0;
  return (
    <>
      <FormSection title="resellers.section">
        <TextInput {...textAt('name', 255, notBlank)} />
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

const urlCodeRules = [notBlank, validateUrlCode];

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const useUrlCode = (query: { name?: string; urlCode?: string; id?: string }, enabled: boolean) => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['resellers', 'urlCode', query],
    queryFn: ({ signal }) => provider.resellers.urlCode({ query }, { signal }),
    enabled,
  });
};

/** The URL code: made from the name until one is typed, and looked up once typing pauses. */
const ResellerUrlCodeField = ({ storedId }: { storedId: string | undefined }) => {
  const translate = useTranslate();
  const { setValue, formState } = useFormContext<ResellerFormValues>();
  const name = useInputText('name');
  const code = useInputText('urlCode');
  const settledName = useDebouncedValue(name, searchDebounceMs);
  const settledCode = useDebouncedValue(code, searchDebounceMs);
  const stored = storedId === undefined ? {} : { id: storedId };
  // A stored reseller has the code of its stored name already.
  const isStoredName = settledName === textOf(formState.defaultValues?.name);
  const isOwn = settledCode === textOf(formState.defaultValues?.urlCode);

  const suggestion = useUrlCode({ name: settledName, ...stored }, settledName !== '' && !isStoredName);
  const check = useUrlCode({ urlCode: settledCode, ...stored }, isUrlCode(settledCode) && !isOwn);

  // A code that the page wrote follows the name until the user types or clears one.
  const written = useRef('');
  const suggested = suggestion.data?.urlCode;
  const isNew = storedId === undefined && name === settledName;
  useEffect(() => {
    if (!isNew || suggested === undefined || code !== written.current || code === suggested) return;
    written.current = suggested;
    setValue('urlCode', suggested, { shouldDirty: true, shouldValidate: true });
  }, [isNew, suggested, code, setValue]);

  const stateOf = (): string => {
    if (code === '' || code !== settledCode || isOwn || !isUrlCode(code)) return 'resellers.urlCodeHint';
    if (check.error) return 'resellers.urlCode.unknown';
    if (!check.data) return 'resellers.urlCode.checking';
    return check.data.isAvailable ? 'resellers.urlCode.free' : 'resellers.urlCode.taken';
  };
  return (
    <Box>
      <TextInput
        {...textAt('urlCode', urlCodeMax, ...urlCodeRules)}
        helperText={<span aria-live="polite">{translate(stateOf())}</span>}
      />
      {suggested !== undefined && suggested !== '' && suggested !== code && (
        <Button
          size="small"
          onClick={() => setValue('urlCode', suggested, { shouldDirty: true, shouldValidate: true })}
        >
          {translate('resellers.urlCode.suggest', { urlCode: suggested })}
        </Button>
      )}
    </Box>
  );
};

const accept = 'image/png,image/jpeg,image/gif,image/webp';

/** Logo: the stored one or a new one, seen on the colour that was chosen for it. */
const ResellerLogoField = ({ stored }: { stored: Reseller | undefined }) => {
  const translate = useTranslate();
  const { setValue } = useFormContext<ResellerFormValues>();
  const file: unknown = useWatch({ name: 'file' });
  const removed = useWatch({ name: 'removeFile' }) === true;
  const isStored = stored?.fileName !== undefined && stored.fileName !== null;
  const keep = (removeFile: boolean) => setValue('removeFile', removeFile, { shouldDirty: true });
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {file instanceof File && <LogoOfFile file={file} />}
      {!(file instanceof File) && isStored && !removed && <StoredLogo id={stored.id} />}
      {!(file instanceof File) && (!isStored || removed) && (
        <Typography color="textSecondary">
          {translate(isStored ? 'resellers.logo.removed' : 'resellers.logo.none')}
        </Typography>
      )}
      {isStored && !(file instanceof File) && (
        <Box>
          <Button size="small" variant="outlined" onClick={() => keep(!removed)}>
            {translate(removed ? 'resellers.logo.keep' : 'resellers.logo.remove')}
          </Button>
        </Box>
      )}
      <FileUploadInput
        source="file"
        label="resellers.fields.file"
        accept={accept}
        kinds={translate('resellers.logo.kinds')}
        maxBytes={resellerFileMaxBytes}
        helperText={translate('resellers.logo.hint', { size: maxSizeText(resellerFileMaxBytes) })}
      />
    </Box>
  );
};

const StoredLogo = ({ id }: { id: string }) => {
  const provider = useAppDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['resellers', 'file', id],
    queryFn: ({ signal }) => provider.resellers.file({ params: { id } }, { signal }),
  });
  const image = useMemo(() => {
    if (!data) return undefined;
    // A copy: by their type the bytes of a response may be shared memory, which a blob does not take.
    return new Blob([new Uint8Array(data.bytes)], { type: data.mediaType });
  }, [data]);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return image ? <LogoOfFile file={image} /> : <LoadingRows rows={1} height={96} />;
};

/** The picture from a blob: it needs no address that could leak, and nothing in it runs. */
const LogoOfFile = ({ file }: { file: Blob }) => {
  const translate = useTranslate();
  const color = useInputText('color');
  const name = useInputText('name');
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<Blob>();
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current?.setAttribute('src', address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (failed === file) return <Typography color="error">{translate('resellers.logo.unreadable')}</Typography>;
  return (
    <Box component="figure" sx={{ margin: 0 }}>
      <Box
        sx={{ bgcolor: color, border: 1, borderColor: 'divider', borderRadius: 1, padding: 2, width: 'fit-content' }}
      >
        <Box
          ref={image}
          component="img"
          alt={translate('resellers.logo.alt', { name })}
          onError={() => setFailed(file)}
          sx={{ display: 'block', maxWidth: '100%', maxHeight: 96 }}
        />
      </Box>
      <Typography component="figcaption" variant="body2" color="textSecondary">
        {translate('resellers.logo.preview', { color: colorName(color) })}
      </Typography>
    </Box>
  );
};
