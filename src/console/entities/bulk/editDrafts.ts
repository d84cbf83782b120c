import { type BulkEdit, type BulkVerb, type Entity, type Field, type FieldKind, verbsOf } from '#model/index.ts';
import { normalizeNumber } from '../../ui/field/normalizeNumber.ts';
import { toInput } from '../form/formModel.ts';

/** An edit while it is being entered: values as the controls hold them. */
export interface EditDraft {
  key: number;
  field: string | null;
  verb: BulkVerb;
  value: unknown;
  find: unknown;
  replacement: unknown;
  adjustment: AdjustmentDraft;
}

/** The adjustment of a number while it is being entered. */
export interface AdjustmentDraft {
  /** Adds or subtracts. */
  sign: '+' | '-';
  unit: 'amount' | 'percent';
  by: string;
  roundTo: string;
  min: string;
  max: string;
}

const noAdjustment: AdjustmentDraft = { sign: '+', unit: 'percent', by: '', roundTo: '', min: '', max: '' };

/** Button labels of the verbs. */
export const verbLabels: Record<BulkVerb, string> = {
  set: 'Set to',
  adjust: 'Adjust by',
  add: 'Add',
  remove: 'Remove',
  clear: 'Remove all',
  findReplace: 'Find and replace',
  replace: 'Replace all with',
};

const listKinds: readonly FieldKind[] = ['references', 'tree', 'texts'];

/** True when items of a field are found and replaced one by one, rather than parts of its text. */
export function isListField(field: Field): boolean {
  return listKinds.includes(field.kind);
}

/** The fields of an entity that support bulk edits, in the order of its form. */
export function editableFields(entity: Entity): [string, Field][] {
  return Object.entries(entity.fields).filter(([, field]) => verbsOf(field).length > 0);
}

/** Creates the draft of an edit; a null field name is not chosen yet. */
export function draftFor(key: number, entity: Entity, name: string | null, verb?: BulkVerb): EditDraft {
  const field = name === null ? undefined : entity.fields[name];
  const verbs = field ? verbsOf(field) : [];
  const chosen = verb && verbs.includes(verb) ? verb : (verbs[0] ?? 'set');
  return {
    key,
    field: field ? name : null,
    verb: chosen,
    value: emptyValue(field),
    find: '',
    replacement: '',
    adjustment: noAdjustment,
  };
}

function emptyValue(field: Field | undefined): unknown {
  if (!field) return '';
  if (isListField(field)) return [];
  if (field.kind === 'flag') return true;
  return field.kind === 'reference' ? null : '';
}

/** Converts a draft to an edit. Returns null while it is incomplete. */
export function editOf(entity: Entity, draft: EditDraft): BulkEdit | null {
  const { field: name, verb, value, find, replacement } = draft;
  const field = name === null ? undefined : entity.fields[name];
  if (name === null || !field || !verbsOf(field).includes(verb)) return null;
  switch (verb) {
    case 'clear':
      return { field: name, verb };
    case 'add':
    case 'remove':
    case 'replace':
      return Array.isArray(value) && value.length > 0
        ? { field: name, verb, values: value as string[] | number[] }
        : null;
    case 'findReplace': {
      const [what, by] = [itemOf(find), itemOf(replacement)];
      if (what === null || by === null || what === '' || (isListField(field) && by === '')) return null;
      return { field: name, verb, find: what, replacement: by };
    }
    case 'adjust':
      return adjustmentOf(name, draft.adjustment);
    case 'set':
      break;
  }
  const input = toInput(field, value);
  const isMissing = input === undefined || (input === '' && field.default !== '');
  return isMissing ? null : { field: name, verb, value: input };
}

/** The edit of an adjustment; null while it has no amount, or a number is not one. */
function adjustmentOf(field: string, { sign, unit, by, roundTo, min, max }: AdjustmentDraft): BulkEdit | null {
  const [amount, step, minimum, maximum] = [by, roundTo, min, max].map(normalizeNumber);
  const isWrong = [amount, step, minimum, maximum].some((text) => text === null || text === undefined);
  const isStepWrong = step !== '' && !(Number(step) > 0);
  if (!amount || isWrong || isStepWrong || amount.startsWith('-')) return null;
  return {
    field,
    verb: 'adjust',
    by: sign === '-' ? `-${amount}` : amount,
    unit,
    ...(step ? { roundTo: step } : {}),
    ...(minimum ? { min: minimum } : {}),
    ...(maximum ? { max: maximum } : {}),
  };
}

function itemOf(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Converts all drafts. Returns null while one is incomplete or two are the same. */
export function editsOf(entity: Entity, drafts: readonly EditDraft[]): BulkEdit[] | null {
  const edits = drafts.map((draft) => editOf(entity, draft));
  if (edits.length === 0 || edits.some((edit) => edit === null)) return null;
  const found = edits.filter((edit) => edit !== null);
  const keys = found.map(({ field, verb }) => `${field} ${verb}`);
  const isTwice = found.some(({ verb }, index) => verb !== 'findReplace' && keys.indexOf(keys[index] ?? '') < index);
  return isTwice ? null : found;
}
