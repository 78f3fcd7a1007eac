import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { arrangedPlaces, isLoinc } from '../../../shared/rules/ccda.ts';
import { type CcdaSection, flatSections } from './ccdaModel.ts';
import { sectionAnchor } from './CcdaSectionView.tsx';
import { useCcdaArrangement } from './useCcdaArrangement.ts';

/** Rows that are drawn at once; sections beyond them open when asked. Eight thousand rows would stop the window for a second. */
const rowsAtOnce = 1500;

interface Wishes {
  /** Sections with these words open. */
  readonly words: string;
  readonly openAll: boolean;
}

/** Which sections are shown, in which order, and which of them are open. */
export const useSectionPlan = (all: readonly CcdaSection[], { words, openAll }: Wishes) => {
  const { arrangement, arrange, isKept } = useCcdaArrangement();
  const [ownHidden, setOwnHidden] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);

  const sections = useMemo(() => {
    const places = arrangedPlaces(
      all.map(({ code }) => code),
      arrangement,
    );
    return places.map((place) => all[place]).filter((section) => section !== undefined);
  }, [all, arrangement]);
  const hidden = useMemo(() => {
    const kept = sections.filter(({ code }) => isLoinc(code) && arrangement.hidden.includes(code));
    return new Set([...ownHidden, ...kept.map(({ key }) => key)]);
  }, [sections, arrangement, ownHidden]);
  const visible = useMemo(() => sections.filter(({ key }) => !hidden.has(key)), [sections, hidden]);
  const isCut = arrangement.first !== null && !isWhole && words === '' && !openAll;
  const shown = isCut ? visible.slice(0, arrangement.first ?? undefined) : visible;
  const within = useMemo(() => withinBudget(visible), [visible]);
  const named = useMemo(() => textsOf(visible, words), [visible, words]);
  const isOpen = ({ key }: CcdaSection) => openAll || within.has(key) || opened.has(key) || named.has(key);
  const open = useCallback((key: string) => setOpened((now) => new Set([...now, key])), []);

  return {
    sections,
    shown,
    hidden,
    hiddenCount: hidden.size,
    later: visible.length - shown.length,
    showLater: () => setWhole(true),
    isOpen,
    open,
    arrangement,
    arrange,
    isKept,
    version: shown.map((section) => `${section.key}${isOpen(section) ? '' : '-'}`).join(' '),
    onHide: (section: CcdaSection, isHidden: boolean) => {
      const { code, key } = section;
      if (!isLoinc(code)) {
        setOwnHidden((now) => new Set(isHidden ? [...now, key] : [...now].filter((other) => other !== key)));
        return;
      }
      const others = arrangement.hidden.filter((other) => other !== code);
      arrange({ ...arrangement, hidden: isHidden ? [...others, code] : others });
    },
    jump: (section: CcdaSection, box: HTMLElement | null) => {
      // Where it stands is known only when everything above it is drawn.
      flushSync(() => {
        setWhole(true);
        open(section.key);
      });
      const heading = box?.querySelector<HTMLElement>(`#${sectionAnchor(section.key)}-title`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    },
  };
};

export type SectionPlan = ReturnType<typeof useSectionPlan>;

const rowsOf = (section: CcdaSection): number => flatSections([section]).reduce((sum, { rows }) => sum + rows, 0);

const withinBudget = (sections: readonly CcdaSection[]): ReadonlySet<string> => {
  let rows = 0;
  const within = sections.filter((section, index) => {
    rows += rowsOf(section);
    return index === 0 || rows <= rowsAtOnce;
  });
  return new Set(within.map(({ key }) => key));
};

const textsOf = (sections: readonly CcdaSection[], words: string): ReadonlySet<string> => {
  if (words === '') return new Set();
  const wanted = words.toLowerCase();
  const texts = (section: CcdaSection) =>
    flatSections([section]).some(({ text }) => text?.textContent?.toLowerCase().includes(wanted));
  return new Set(sections.filter(texts).map(({ key }) => key));
};
