import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Reseller } from '../../shared/contract/resellers.ts';
import { resellerFileMaxBytes } from '../../shared/contract/uploadSizes.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { FileUploadInput } from '../components/FileUploadInput.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useInputText } from '../components/RecordForm.tsx';
import { sizeInK } from '../components/receivedFile.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { colorName, type ResellerFormValues } from './resellerModel.ts';

const accept = 'image/png,image/jpeg,image/gif,image/webp';

/** Logo: the stored one or a new one, seen on the colour that was chosen for it. */
export const ResellerLogoField = ({ stored }: { stored: Reseller | undefined }) => {
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
        helperText={translate('resellers.logo.hint', { size: sizeInK(resellerFileMaxBytes) })}
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
