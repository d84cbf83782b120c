// One chunk for the what-ifs of unsaved changes.
export { BulkWhatIfDialog } from './BulkWhatIfDialog.tsx';
export { DraftWhatIfDialog } from './DraftWhatIfDialog.tsx';
