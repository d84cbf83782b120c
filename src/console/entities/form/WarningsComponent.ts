import type { ComponentType, ReactNode } from 'react';
import type { FormValues } from './formModel.ts';

/** Warnings by field, about values that are valid but probably a mistake. */
export type Warnings = Readonly<Record<string, ReactNode>>;

/** Computes the warnings of the form's values and renders its fields with them. */
export type WarningsComponent = ComponentType<{ values: FormValues; children: (warnings: Warnings) => ReactNode }>;
