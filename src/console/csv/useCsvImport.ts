import { useEffect, useEffectEvent, useState } from 'react';
import { maxBytes } from './CsvFileField.tsx';

/** A file with the heading of each column. Null columns = not chosen yet: the response lists the headings. */
export interface CsvRequest<Choice, About> {
  about: About;
  file: File;
  columns: Choice | null;
  /** True for a preview, which writes nothing. */
  isDryRun: boolean;
}

/** The response of a preview or an import. */
interface CsvPlan {
  columns: string[];
  faults: readonly unknown[];
  days: number;
}

interface CsvImportOptions<Choice, Plan, About> {
  /** The vendor, or the kind of numbers, that the file is from; a change runs the preview again. */
  about: About;
  send: (request: CsvRequest<Choice, About>) => Promise<Plan>;
  guess: (headings: string[]) => Choice;
  /** Columns that an import requires. */
  requiredColumns: readonly (keyof Choice)[];
  isPending: boolean;
  onDone: () => void;
}

/** The steps of an import: choose a file, check its guessed columns, preview, import. */
export function useCsvImport<Choice extends Record<keyof Choice, string>, Plan extends CsvPlan, About>(
  options: CsvImportOptions<Choice, Plan, About>,
) {
  const { about, send, guess, requiredColumns, isPending, onDone } = options;
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Choice | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const isTooLarge = (file?.size ?? 0) > maxBytes;
  const isNamed = columns !== null && requiredColumns.every((key) => columns[key] !== '');

  const preview = useEffectEvent(send);
  const showPlan = useEffectEvent((response: Plan) => {
    setPlan(response);
    if (columns === null) setColumns(guess(response.columns));
  });
  // Every change runs a preview, which writes nothing.
  useEffect(() => {
    if (!file || isTooLarge) return undefined;
    let isLeft = false;
    preview({ about, file, columns, isDryRun: true }).then(
      (response) => {
        if (!isLeft) showPlan(response);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [about, file, columns, isTooLarge]);

  return {
    file,
    columns,
    plan,
    isNamed,
    isReady: isNamed && plan !== null && plan.faults.length === 0 && plan.days > 0 && !isPending,
    setColumns,
    choose: (chosen: File | null) => {
      setFile(chosen);
      setColumns(null);
      setPlan(null);
    },
    importFile: async () => {
      if (!file || !isNamed || isPending) return;
      try {
        await send({ about, file, columns, isDryRun: false });
        onDone();
      } catch {
        // A toast has shown the error; the dialog stays open for another try.
      }
    },
  };
}
