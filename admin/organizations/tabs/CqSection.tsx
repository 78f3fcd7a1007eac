import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type Comparison, compareRecords, fieldPathsOf } from '../../components/versionConflict.ts';
import { codeOf } from '../../components/serverError.ts';

interface CqSectionProps {
  /** Text, or its message key. */
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** One of the lists of the tab: its title, its buttons, its rows. */
export const CqSection = ({ title, actions, children }: CqSectionProps) => {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ marginBottom: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1 }}>
        <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {useTranslate()(title)}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
};

interface Row {
  readonly id: string;
  readonly version: number;
}

interface EditedRow<Item extends Row, Values extends object> {
  /** Loads the rows of the list from the server. */
  readonly load: () => Promise<{ readonly items: readonly Item[] }>;
  readonly toForm: (item: Item) => Values;
}

/**
 * The row that a dialog edits. When another user saved it after it was loaded, the first save fails and `conflict` compares both versions;
 * the next save replaces the remote version.
 */
export const useEditedRow = <Item extends Row, Values extends object>(
  stored: Item | undefined,
  { load, toForm }: EditedRow<Item, Values>,
) => {
  const base = useRef(stored);
  const [conflict, setConflict] = useState<Comparison | null>(null);

  const save = async (values: Values, send: (base: Item | undefined) => Promise<unknown>): Promise<void> => {
    const current = base.current;
    try {
      await send(current);
    } catch (error) {
      if (current === undefined || codeOf(error) !== 'E-VERSION-CONFLICT') throw error;
      const remote = (await load()).items.find(({ id }) => id === current.id);
      if (remote === undefined) throw error;
      const comparison = compareRecords(fieldPathsOf(values), toForm(current), values, toForm(remote));
      base.current = remote;
      // The other user changed no field of this dialog.
      if (comparison.conflicts.length === 0 && comparison.remoteOnly.length === 0) return save(values, send);
      setConflict(comparison);
      throw error;
    }
  };

  return { save, conflict };
};
