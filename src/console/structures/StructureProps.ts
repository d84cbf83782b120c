import type { StructureFaults } from './structureFaults.ts';

/** What the controls of a structure take: the whole value in, the whole changed value out. */
export interface StructureProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  /** Read-only controls can be reached, read and copied. */
  isReadOnly: boolean;
  faults?: StructureFaults;
}
