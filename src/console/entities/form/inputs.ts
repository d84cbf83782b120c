import type { ComponentType } from 'react';
import type { FieldKind } from '#model/index.ts';
import { ChoiceInput } from '../controls/choice.tsx';
import { DateInput } from '../controls/date.tsx';
import { FlagInput } from '../controls/flag.tsx';
import { InstantInput } from '../controls/instant.tsx';
import { NumberInput } from '../controls/number.tsx';
import { ReferenceInput } from '../controls/reference.tsx';
import { ReferencesInput } from '../controls/references.tsx';
import { SecretInput } from '../controls/secret.tsx';
import { StructureInput } from '../controls/structure.tsx';
import { TextInput } from '../controls/text.tsx';
import { TextsInput } from '../controls/texts.tsx';
import { TreeInput } from '../controls/tree.tsx';
import { UidInput } from '../controls/uid.tsx';
import { UrlInput } from '../controls/url.tsx';
import { XmlInput } from '../controls/xml.tsx';
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
  secret: { Input: SecretInput },
  uid: { Input: UidInput },
  instant: { Input: InstantInput },
};
