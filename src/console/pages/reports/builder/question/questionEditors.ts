/** The editors of the query, loaded together with the first of them. */
export { CompareChoices } from './CompareChoices.tsx';
export { FilterEditor } from './FilterEditor.tsx';
export { HavingEditor } from './HavingEditor.tsx';
