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

const widest = 900;

/** A picture as wide as the viewer times its zoom, turned. */
export const TurnedBox = ({ view: { zoom, rotation }, name, children }: TurnedBoxProps) => {
  const [boxWidth, box] = useBoxWidth();
  const width = Math.min(boxWidth, widest) * zoom;
  return (
    <ScrollBox ref={box} name={name}>
      <Box sx={{ width: width > 0 ? width : '100%', marginX: 'auto', rotate: `${rotation}deg` }}>{children}</Box>
    </ScrollBox>
  );
};
