import type { Ref } from 'react';
import { trees } from '#model/reference/trees.ts';
import { TreePicker } from '../../ui/tree/TreePicker.tsx';
import { asTexts } from '../form/asList.ts';
import type { InputProps } from './inputProps.ts';

const noNodes = [] as const;

/** The tree control with its reference data, loaded as a chunk of its own. */
export function TreeControl({ field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  return (
    <TreePicker
      ref={ref as Ref<HTMLButtonElement>}
      nodes={field.tree ? trees[field.tree] : noNodes}
      value={asTexts(value)}
      onChange={onChange}
      onBlur={onBlur}
      readOnly={isReadOnly}
      placeholder="None selected"
      searchLabel={`Search ${field.label.toLowerCase()}`}
    />
  );
}
