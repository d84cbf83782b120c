import { useEffect, useEffectEvent, useState } from 'react';
import { maxBytes } from './CsvFileField.tsx';

/** A file with the heading of each column; null = not chosen yet: the answer tells the headings. */
export interface CsvOrder<Choice, About> {
  about: About;
  file: File;
  columns: Choice | null;
  /** Tells what the file would change, and changes nothing. */
  isDryRun: boolean;
}

/** What a file would tell, or has told. */
interface CsvPlan {
  /** The headings of the file. */
  columns: string[];
  faults: readonly unknown[];
  days: number;
}

interface CsvImportOptions<Choice, Plan, About> {
  /** Whose file it is: as another one's it is tried anew. */
  about: About;
  send: (order: CsvOrder<Choice, About>) => Promise<Plan>;
  guess: (headings: string[]) => Choice;
  /** Columns without which nothing is brought in. */
  needed: readonly (keyof Choice)[];
  isPending: boolean;
  onDone: () => void;
}

/** The steps of bringing a file in: it is chosen, its columns are guessed and corrected, it is tried, and brought in. */
export function useCsvImport<Choice extends Record<keyof Choice, string>, Plan extends CsvPlan, About>(
  options: CsvImportOptions<Choice, Plan, About>,
) {
  const { about, send, guess, needed, isPending, onDone } = options;
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Choice | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const isTooLarge = (file?.size ?? 0) > maxBytes;
  const isNamed = columns !== null && needed.every((key) => columns[key] !== '');

  const tryOut = useEffectEvent(send);
  const showPlan = useEffectEvent((answer: Plan) => {
    setPlan(answer);
    if (columns === null) setColumns(guess(answer.columns));
  });
  // Whatever is chosen is tried at once, and nothing is written by it.
  useEffect(() => {
    if (!file || isTooLarge) return undefined;
    let isLeft = false;
    tryOut({ about, file, columns, isDryRun: true }).then(
      (answer) => {
        if (!isLeft) showPlan(answer);
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
    bringIn: async () => {
      if (!file || !isNamed || isPending) return;
      try {
        await send({ about, file, columns, isDryRun: false });
        onDone();
      } catch {
        // A toast has told why; the window stays for another try.
      }
    },
  };
}
