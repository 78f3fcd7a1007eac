import { useTranslate } from 'react-admin';
import { type ReactNode, useContext } from 'react';
import { isShownImage } from '../kindOf.ts';
import { useBlobSource } from '../useBlobSource.ts';
import { NarrativeContext } from './narrativeContext.ts';

/** A picture that is in the document itself; one that is only named is named, never fetched. */
export const NarrativeMedia = ({ element, children }: { element: Element; children: ReactNode }) => {
  const translate = useTranslate();
  const { media } = useContext(NarrativeContext);
  const name = (element.getAttribute('referencedObject') ?? '').split(/\s+/)[0] ?? '';
  const file = media.get(name);
  const shown = file && isShownImage(file.mediaType) ? file.bytes : null;
  const source = useBlobSource(shown, file?.mediaType ?? '');
  return (
    <span className="ccda-media">
      {shown ? (
        <img ref={source} alt={translate('viewer.ccda.picture')} />
      ) : (
        <em>{translate('viewer.ccda.noPicture', { name: file?.reference || name })}</em>
      )}
      {children}
    </span>
  );
};
