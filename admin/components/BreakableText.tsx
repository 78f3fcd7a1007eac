import { Fragment } from 'react';

/** A text without blanks, as an address, that a narrow column breaks behind "@", a dot or a hyphen first, and not within a word. */
export const BreakableText = ({ text }: { text: string }) =>
  text.split(/(?<=[@.-])/).map((part, index) => (
    // The parts of one text never move.
    <Fragment key={`${index} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
