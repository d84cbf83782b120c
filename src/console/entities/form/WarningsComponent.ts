import type { ComponentType, ReactNode } from 'react';
import type { FormValues } from './formModel.ts';

/** What is allowed and probably not meant, by field. */
export type Warnings = Readonly<Record<string, ReactNode>>;

/** Finds the warnings of what a form holds, and draws its fields with them. */
export type WarningsComponent = ComponentType<{ values: FormValues; children: (warnings: Warnings) => ReactNode }>;
