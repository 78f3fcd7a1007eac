import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  arrangedIndexes,
  type CcdaArrangement,
  isLoinc,
  noArrangement,
  readArrangement,
} from '../../../shared/rules/ccda.ts';
import { usePreference } from '../../providers/usePreference.ts';
import { type CcdaSection, flatSections } from './ccdaModel.ts';
import { sectionAnchor } from './CcdaSectionView.tsx';

/** Rows that are rendered at first; the user opens further sections. Eight thousand rows would block the page for a second. */
const maxInitialRows = 1500;

interface SectionPlanOptions {
  /** Sections that contain it are open. */
  readonly searchText: string;
  readonly openAll: boolean;
}

/** Which sections are visible, in which order, and which of them are open. */
export const useSectionPlan = (all: readonly CcdaSection[], { searchText, openAll }: SectionPlanOptions) => {
  const { arrangement, arrange, isStored } = useCcdaArrangement();
  const [ownHidden, setOwnHidden] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);

  const sections = useMemo(() => {
    const indexes = arrangedIndexes(
      all.map(({ code }) => code),
      arrangement,
    );
    return indexes.map((index) => all[index]).filter((section) => section !== undefined);
  }, [all, arrangement]);
  const hidden = useMemo(() => {
    const stored = sections.filter(({ code }) => isLoinc(code) && arrangement.hidden.includes(code));
    return new Set([...ownHidden, ...stored.map(({ key }) => key)]);
  }, [sections, arrangement, ownHidden]);
  const unhidden = useMemo(() => sections.filter(({ key }) => !hidden.has(key)), [sections, hidden]);
  const isCut = arrangement.first !== null && !isWhole && searchText === '' && !openAll;
  const visible = isCut ? unhidden.slice(0, arrangement.first ?? undefined) : unhidden;
  const within = useMemo(() => withinBudget(unhidden), [unhidden]);
  const matching = useMemo(() => matchesOf(unhidden, searchText), [unhidden, searchText]);
  const isOpen = ({ key }: CcdaSection) => openAll || within.has(key) || opened.has(key) || matching.has(key);
  const open = useCallback((key: string) => setOpened((now) => new Set([...now, key])), []);

  return {
    sections,
    visible,
    hidden,
    hiddenCount: hidden.size,
    later: unhidden.length - visible.length,
    showLater: () => setWhole(true),
    isOpen,
    open,
    arrangement,
    arrange,
    isStored,
    version: visible.map((section) => `${section.key}${isOpen(section) ? '' : '-'}`).join(' '),
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
      // Its position is known after everything above it is rendered.
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

/** Order and visibility of sections, stored in the preferences of the user. When that fails it lasts until the document is closed. */
const useCcdaArrangement = () => {
  const preference = usePreference<CcdaArrangement>('viewer.ccda', readArrangement);
  const [own, setOwn] = useState<CcdaArrangement>();
  const [isStored, setStored] = useState(true);
  const arrangement = own ?? preference.value ?? noArrangement;
  const arrange = (next: CcdaArrangement) => {
    setOwn(next);
    preference
      .change(() => next)
      .then(
        () => setStored(true),
        () => setStored(false),
      );
  };
  return { arrangement, arrange, isStored };
};

const rowsOf = (section: CcdaSection): number => flatSections([section]).reduce((sum, { rows }) => sum + rows, 0);

const withinBudget = (sections: readonly CcdaSection[]): ReadonlySet<string> => {
  let rows = 0;
  const within = sections.filter((section, index) => {
    rows += rowsOf(section);
    return index === 0 || rows <= maxInitialRows;
  });
  return new Set(within.map(({ key }) => key));
};

const matchesOf = (sections: readonly CcdaSection[], searchText: string): ReadonlySet<string> => {
  if (searchText === '') return new Set();
  const needle = searchText.toLowerCase();
  const matches = (section: CcdaSection) =>
    flatSections([section]).some(({ text }) => text?.textContent?.toLowerCase().includes(needle));
  return new Set(sections.filter(matches).map(({ key }) => key));
};
