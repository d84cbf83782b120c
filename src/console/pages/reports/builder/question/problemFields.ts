import type { Problem } from '#api/problem.ts';
import { ApiError } from '../../../../lib/problems.ts';

/** Errors of a query, by control of the page. */
export interface QuestionFaults {
  days?: string;
  compare?: string;
  dims?: string;
  metrics?: string;
  options?: string;
  filterAt: (index: number) => string | undefined;
  havingAt: (index: number) => string | undefined;
}

const parts: Record<string, 'days' | 'compare' | 'dims' | 'metrics' | 'options'> = {
  startDate: 'days',
  endDate: 'days',
  startTime: 'days',
  endTime: 'days',
  offset: 'options',
  compare: 'compare',
  interval: 'dims',
  dimensions: 'dims',
  metrics: 'metrics',
  sort: 'metrics',
  limit: 'options',
};

/** The server's faults of a query, by the control that each belongs to. */
export function questionFaults(error: unknown): QuestionFaults {
  const problems = error instanceof ApiError ? error.problems : [];
  const faults: QuestionFaults = {
    filterAt: (index) =>
      textOf(problems, (path) => path === `filters.${index}` || path.startsWith(`filters.${index}.`)),
    havingAt: (index) => textOf(problems, (path) => path === `having.${index}` || path.startsWith(`having.${index}.`)),
  };
  for (const part of new Set(Object.values(parts))) {
    const text = textOf(problems, (path) => parts[path.split('.')[0] ?? ''] === part);
    if (text !== undefined) faults[part] = text;
  }
  return faults;
}

function textOf(problems: readonly Problem[], isMeant: (path: string) => boolean): string | undefined {
  const messages = problems.filter(({ path }) => isMeant(path)).map(({ message }) => message);
  return messages.length > 0 ? [...new Set(messages)].join('. ') : undefined;
}
