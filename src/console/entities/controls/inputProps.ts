import type { Ref } from 'react';
import type { Field } from '#model/index.ts';
import type { StructureFaults } from '../../structures/structureFaults.ts';

/** The form around an input. */
export interface FormAround {
  /** The fields of the input's tab. */
  fields: readonly (readonly [string, Field])[];
  isNew: boolean;
  /** Sets values of other fields, as if they were typed. */
  setValues: (values: Readonly<Record<string, unknown>>) => void;
}

/** Props of every field input. Inputs are rendered inside a ui/Field, which labels them. */
export interface InputProps {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  ref: Ref<HTMLElement>;
  isReadOnly: boolean;
  /** The name of the referenced row, where it is known. */
  refName?: string;
  /** All values of the form by field; absent outside a form. */
  values?: Readonly<Record<string, unknown>>;
  /** Absent outside a form. */
  form?: FormAround;
  /** Faults inside a structure. */
  faults?: StructureFaults;
}
