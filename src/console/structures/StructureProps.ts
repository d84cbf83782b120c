import type { StructureFaults } from './structureFaults.ts';

/** Props of a structure's control: gets the whole value and emits the whole changed value. */
export interface StructureProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  /** Read-only controls can still be focused, read and copied. */
  isReadOnly: boolean;
  faults?: StructureFaults;
}
