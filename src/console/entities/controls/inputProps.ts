import type { Ref } from 'react';
import type { Field } from '#model/index.ts';
import type { StructureFaults } from '../../structures/structureFaults.ts';

/** What an input of a field gets. It stands inside a ui/Field, which labels it. */
export interface InputProps {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  ref: Ref<HTMLElement>;
  isReadOnly: boolean;
  /** The name of the row that a reference points to, where it is known. */
  refName?: string;
  /** All values of the form, by field; absent where there is no form. */
  values?: Readonly<Record<string, unknown>>;
  /** What is wrong inside a structure. */
  faults?: StructureFaults;
}
