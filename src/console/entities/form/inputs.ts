import type { ComponentType } from 'react';
import type { FieldKind } from '#model/index.ts';
import { ChoiceInput } from '../controls/ChoiceInput.tsx';
import { DateInput } from '../controls/DateInput.tsx';
import { FlagInput } from '../controls/FlagInput.tsx';
import { InstantInput } from '../controls/InstantInput.tsx';
import { NumberInput } from '../controls/NumberInput.tsx';
import { ReferenceInput } from '../controls/ReferenceInput.tsx';
import { ReferencesInput } from '../controls/ReferencesInput.tsx';
import { StructureInput } from '../controls/StructureInput.tsx';
import { TextInput } from '../controls/TextInput.tsx';
import { TextsInput } from '../controls/TextsInput.tsx';
import { TreeInput } from '../controls/TreeInput.tsx';
import { UidInput } from '../controls/UidInput.tsx';
import { UrlInput } from '../controls/UrlInput.tsx';
import { XmlInput } from '../controls/XmlInput.tsx';
import type { InputProps } from '../controls/inputProps.ts';

/** The input of a field kind. */
export interface InputView {
  Input: ComponentType<InputProps>;
  /** True when it takes the full width of the form. */
  isWide?: boolean;
  /** True when it is a group of controls under one label. */
  isGroup?: boolean;
}

/** The input of every field kind. */
export const inputs: Record<FieldKind, InputView> = {
  text: { Input: TextInput, isWide: true },
  xml: { Input: XmlInput, isWide: true },
  url: { Input: UrlInput, isWide: true },
  integer: { Input: NumberInput },
  money: { Input: NumberInput },
  percent: { Input: NumberInput },
  choice: { Input: ChoiceInput },
  flag: { Input: FlagInput },
  reference: { Input: ReferenceInput },
  references: { Input: ReferencesInput, isWide: true },
  date: { Input: DateInput },
  texts: { Input: TextsInput, isWide: true },
  tree: { Input: TreeInput, isWide: true },
  structure: { Input: StructureInput, isWide: true, isGroup: true },
  status: { Input: ChoiceInput },
  uid: { Input: UidInput },
  instant: { Input: InstantInput },
};
