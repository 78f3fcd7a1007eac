import { ssnMask, ssnsIn, ssnsInTable } from '../../shared/rules/socialSecurity.ts';

/** A piece of readable text: what documents are turned into before they become a PDF or a text. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'item'; readonly depth: number; readonly text: string }
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly isHead: boolean };

/** The blocks as plain text, one line each. */
export const textOfBlocks = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `\n${block.text}`;
        case 'paragraph':
          return block.text;
        case 'item':
          return `${'  '.repeat(block.depth - 1)}- ${block.text}`;
        case 'row':
          return block.cells.join(' | ');
        default:
          return block satisfies never;
      }
    })
    .join('\n')
    .trim();

/** A text by its lines; empty ones keep paragraphs apart. */
export const blocksOfText = (text: string): Block[] =>
  text.split(/\r\n|[\r\n\f]/).map((line) => ({ kind: 'paragraph', text: line.replaceAll('\t', '    ') }));

/**
 * The blocks with every social security number masked: the known ones, and those that a label or a column of theirs names. `ssns` has both, for
 * other parts of the document.
 */
export function maskBlocks(blocks: readonly Block[], known: readonly string[]): { blocks: Block[]; ssns: string[] } {
  const ssns = [...known, ...labeledSsns(blocks)];
  const mask = ssnMask(ssns);
  const masked = blocks.map((block) =>
    block.kind === 'row' ? { ...block, cells: block.cells.map(mask) } : { ...block, text: mask(block.text) },
  );
  return { blocks: masked, ssns };
}

function labeledSsns(blocks: readonly Block[]): string[] {
  const numbers: string[] = [];
  let kind: Block['kind'] | undefined;
  let rows: (readonly string[])[] = [];
  let caption = '';
  for (const block of [...blocks, undefined]) {
    const cells = block && cellsOf(block);
    // A table or a list ends; its caption is the text before it, which labels the number of a paragraph as well.
    if (block?.kind !== kind || block?.kind === 'paragraph' || block?.kind === 'heading') {
      numbers.push(...ssnsInTable(rows, caption));
      caption = kind === 'row' || kind === 'item' ? '' : (rows.at(-1)?.join('') ?? '');
      rows = [];
      kind = block?.kind;
    }
    if (!cells) continue;
    rows.push(cells);
    numbers.push(...ssnsIn(cells.join(' | ')));
  }
  return numbers;
}

const cellsOf = (block: Block): readonly string[] => (block.kind === 'row' ? block.cells : [block.text]);
