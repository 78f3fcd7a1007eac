import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { type ReactNode, useMemo } from 'react';
import { maskDocument } from '../maskDocument.ts';
import type { ViewedDocument } from '../viewedDocument.ts';
import { CcdaDocument } from './CcdaDocument.tsx';
import { embeddedFile, mediaOf } from './ccdaMedia.ts';
import { type Ccda, readCcda } from './ccdaModel.ts';
import { decodeText } from './decodeText.ts';
import { readXml, type XmlFault } from './readXml.ts';

interface CcdaViewerProps {
  document: ViewedDocument;
  /** Renders the file that is embedded in an unstructured document. */
  inside: (file: ViewedDocument) => ReactNode;
  /** The document as plain text, for one that cannot be parsed. */
  asText: ReactNode;
}

/** A clinical document, parsed in the browser; no style sheets, scripts or external resources are loaded (experience.md 9). */
export const CcdaViewer = ({ document: file, inside, asText }: CcdaViewerProps) => {
  const translate = useTranslate();
  const { ccda, media, ssns, faults } = useMemo(() => read(file), [file]);
  const warnings = faults.map((fault) => translate(`viewer.faults.${fault}`));
  if (ccda && !ccda.isDocument) warnings.push(translate('viewer.faults.noDocument'));
  const hasContent = ccda && (ccda.isDocument || ccda.patients.length > 0 || ccda.sections.length > 0);
  return (
    <>
      {warnings.length > 0 && (
        <Alert severity="warning" className="ccda-screen-only">
          {warnings.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      {hasContent && (
        <CcdaDocument ccda={ccda} media={media}>
          <Body ccda={ccda} name={file.name} ssns={ssns} inside={inside} />
        </CcdaDocument>
      )}
      {!hasContent && asText}
    </>
  );
};

interface Reading {
  readonly ccda: Ccda | null;
  readonly media: ReturnType<typeof mediaOf>;
  /** To be masked in an embedded text too. */
  readonly ssns: readonly string[];
  readonly faults: readonly XmlFault[];
}

const read = ({ bytes, ssns }: ViewedDocument): Reading => {
  const { document, faults } = readXml(decodeText(bytes));
  if (!document) return { ccda: null, media: new Map(), ssns: [], faults };
  const all = maskDocument(document, ssns);
  return { ccda: readCcda(document), media: mediaOf(document), ssns: all, faults };
};

type BodyProps = { ccda: Ccda; name: string; ssns: readonly string[]; inside: CcdaViewerProps['inside'] };

/** A document without sections embeds one file, or references an external one. */
const Body = ({ ccda: { body, sections }, name, ssns, inside }: BodyProps) => {
  const translate = useTranslate();
  const file = useMemo(() => (body ? embeddedFile(body) : null), [body]);
  const embedded = useMemo(
    () => (file?.bytes ? { bytes: file.bytes, mediaType: file.mediaType, name: nameOfBody(name), ssns } : null),
    [file, name, ssns],
  );
  if (embedded && !file?.reference) return <Box sx={{ padding: 2 }}>{inside(embedded)}</Box>;
  if (file?.reference)
    return (
      <Alert severity="info" sx={{ margin: 2 }}>
        {translate('viewer.ccda.referenced', { name: file.reference })}
      </Alert>
    );
  if (file?.isDamaged)
    return (
      <Alert severity="error" sx={{ margin: 2 }}>
        {translate('viewer.ccda.damagedFile')}
      </Alert>
    );
  if (sections.length > 0) return null;
  return (
    <Alert severity="info" sx={{ margin: 2 }}>
      {translate('viewer.ccda.empty')}
    </Alert>
  );
};

const nameOfBody = (name: string): string => name.replace(/\.[^.]*$/, '') || name;
