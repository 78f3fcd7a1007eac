import { useTranslate } from 'react-admin';
import { createElement, Fragment, type ReactNode, useContext } from 'react';
import { isDisplayableImage } from '../kindOf.ts';
import { useBlobSource } from '../useBlobSource.ts';
import { childrenOf } from './ccdaElements.ts';
import { NarrativeContext } from './narrativeContext.ts';
import { NarrativeTable } from './NarrativeTable.tsx';

interface NodesProps {
  of: Element;
  depth?: number;
}

/** Elements below this depth are rendered as text. */
const maxDepth = 60;

/**
 * The narrative block of a section (CDA R2 4.3.5) as HTML: only the names listed below become elements, attributes are never copied, and
 * any other element is rendered as its text.
 */
export const Narrative = ({ of, depth = 0 }: NodesProps) => (
  <>
    {[...of.childNodes].map((node, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the order of the nodes never changes
      <Fragment key={index}>{nodeOf(node, depth + 1)}</Fragment>
    ))}
  </>
);

const Text = ({ text }: { text: string }) => <>{useContext(NarrativeContext).mask(text)}</>;

const nodeOf = (node: ChildNode, depth: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE)
    return <Text text={node.textContent ?? ''} />;
  if (!(node instanceof Element)) return null;
  if (depth > maxDepth) return <Text text={node.textContent ?? ''} />;
  return elementOf(node, depth);
};

const plain: Readonly<Record<string, string>> = {
  paragraph: 'p',
  p: 'p',
  sub: 'sub',
  sup: 'sup',
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  div: 'div',
  pre: 'pre',
};

const elementOf = (element: Element, depth: number): ReactNode => {
  const inner = <Narrative of={element} depth={depth} />;
  switch (element.localName) {
    case 'content':
    case 'span':
      return <Content element={element}>{inner}</Content>;
    case 'br':
      return <br />;
    case 'list':
    case 'ul':
    case 'ol':
      return <List element={element} depth={depth} />;
    case 'table':
      return <NarrativeTable table={element} inside={(part) => <Narrative of={part} depth={depth} />} />;
    case 'linkHtml':
    case 'a':
      return <NarrativeLink url={element.getAttribute('href') ?? ''}>{inner}</NarrativeLink>;
    case 'renderMultiMedia':
      return <NarrativeMedia element={element}>{inner}</NarrativeMedia>;
    case 'caption':
      return <strong>{inner} </strong>;
    case 'footnote':
      return <small> [{inner}]</small>;
    case 'footnoteRef':
      return null;
    default: {
      const name = plain[element.localName];
      return name === undefined ? inner : createElement(name, null, inner);
    }
  }
};

const styles: readonly (readonly [RegExp, string])[] = [
  [/bold/i, 'strong'],
  [/italic|emphasis/i, 'em'],
  [/underline/i, 'u'],
  [/strike/i, 's'],
];

const Content = ({ element, children }: { element: Element; children: ReactNode }) => {
  const code = element.getAttribute('styleCode') ?? '';
  const revised = element.getAttribute('revised');
  const marked = revised === 'delete' ? <del>{children}</del> : revised === 'insert' ? <ins>{children}</ins> : children;
  return styles.reduce<ReactNode>(
    (inner, [pattern, name]) => (pattern.test(code) ? createElement(name, null, inner) : inner),
    marked,
  );
};

const List = ({ element, depth }: { element: Element; depth: number }) => {
  const ordered = element.getAttribute('listType') === 'ordered' || element.localName === 'ol';
  const items = [...childrenOf(element, 'item'), ...childrenOf(element, 'li')];
  const caption = childrenOf(element, 'caption')[0];
  return (
    <>
      {caption && (
        <strong>
          <Narrative of={caption} depth={depth} />
        </strong>
      )}
      {createElement(
        ordered ? 'ol' : 'ul',
        null,
        items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order of the items never changes
          <li key={index}>
            <Narrative of={item} depth={depth} />
          </li>
        )),
      )}
    </>
  );
};

/** Text and full URL of a link. It is not clickable: the user checks the URL and copies it. */
const NarrativeLink = ({ url, children }: { url: string; children: ReactNode }) => (
  <span>
    {children}
    {url !== '' && !url.startsWith('#') && <span className="ccda-url"> ({url})</span>}
  </span>
);

/** An image that is embedded in the document. One that is only referenced is not loaded; its name is displayed. */
const NarrativeMedia = ({ element, children }: { element: Element; children: ReactNode }) => {
  const translate = useTranslate();
  const { media } = useContext(NarrativeContext);
  const name = (element.getAttribute('referencedObject') ?? '').split(/\s+/)[0] ?? '';
  const file = media.get(name);
  const bytes = file && isDisplayableImage(file.mediaType) ? file.bytes : null;
  const source = useBlobSource(bytes, file?.mediaType ?? '');
  return (
    <span className="ccda-media">
      {bytes ? (
        <img ref={source} alt={translate('viewer.ccda.picture')} />
      ) : (
        <em>{translate('viewer.ccda.noPicture', { name: file?.reference || name })}</em>
      )}
      {children}
    </span>
  );
};
