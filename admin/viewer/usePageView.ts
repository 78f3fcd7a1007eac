import { useState } from 'react';

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The visible page, its zoom and its rotation. */
export const usePageView = () => {
  const [pages, setPages] = useState(1);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  return {
    pages,
    page,
    zoom,
    /** Degrees, clockwise. */
    rotation: (turns % 4) * 90,
    setPages,
    turnTo: (number: number) => setPage(Math.min(Math.max(1, number), pages)),
    larger: () => setZoom((now) => steps.find((step) => step > now) ?? now),
    smaller: () => setZoom((now) => steps.findLast((step) => step < now) ?? now),
    rotate: () => setTurns((now) => now + 1),
  };
};

export type PageView = ReturnType<typeof usePageView>;
