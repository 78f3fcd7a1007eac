import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ScrollBox } from './ScrollBox.tsx';
import { useBoxWidth } from './useBoxWidth.ts';
import type { PageView } from './usePageView.ts';

interface TurnedBoxProps {
  view: PageView;
  name: string;
  children: ReactNode;
}

const maxWidth = 900;

/** An image that fills the width of the viewer times its zoom, rotated. */
export const TurnedBox = ({ view: { zoom, rotation }, name, children }: TurnedBoxProps) => {
  const [boxWidth, box] = useBoxWidth();
  const width = Math.min(boxWidth, maxWidth) * zoom;
  return (
    <ScrollBox ref={box} name={name}>
      <Box sx={{ width: width > 0 ? width : '100%', marginX: 'auto', rotate: `${rotation}deg` }}>{children}</Box>
    </ScrollBox>
  );
};
