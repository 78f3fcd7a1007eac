import { normaliseName, visibleTextProblem } from './visibleText.ts';

/** Saved views of one list: the field of a preference whose name ends so has them. */
export const isSavedViewsKey = (key: string): boolean => key.endsWith('.savedQueries');

export const savedViewLimits = { name: 64, views: 50 } as const;

const keyOf = (name: string): string => normaliseName(name).toLowerCase();

/** Why a name of a saved view is refused beside the names of the others, as a phrase that continues "The name"; null where it is valid. */
export function savedViewProblem(name: string, others: readonly string[]): string | null {
  if (name.trim() === '') return 'is required';
  if (name.length > savedViewLimits.name) return `must have at most ${savedViewLimits.name} characters`;
  const problem = visibleTextProblem(name);
  if (problem !== null) return problem;
  return others.some((other) => keyOf(other) === keyOf(name)) ? 'is that of another saved view' : null;
}

const isView = (value: unknown): value is { readonly label: string } =>
  typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string';

/** The views whose names are valid: of those with the same name the last one, which was saved over the others. */
export function validViews(views: unknown): readonly object[] {
  const named = Array.isArray(views) ? views.filter(isView).map((view) => ({ ...view, label: view.label.trim() })) : [];
  const kept = named.filter(({ label }, index) => {
    const later = named.slice(index + 1).map((view) => view.label);
    return savedViewProblem(label, later) === null;
  });
  return kept.slice(-savedViewLimits.views);
}
