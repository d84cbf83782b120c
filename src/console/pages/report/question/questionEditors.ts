/** What chips and buttons of the question open; loaded together with the first of them. */
export { CompareChoices } from './CompareChoices.tsx';
export { FilterEditor } from './FilterEditor.tsx';
export { HavingEditor } from './HavingEditor.tsx';
