import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { useSeen } from '../../ui/useSeen.ts';
import { FormFrame } from './FormFrame.tsx';
import { FormPartContent } from './FormPartContent.tsx';
import { faultCount, formParts, inOrder, partOfField, type FormPart } from './formParts.ts';
import './sections.css';
import { useCurrentSection } from './useCurrentSection.ts';
import { useSeenEntity } from '../useEditionEntity.ts';
import { useRowForm, type RowFormProps } from './useRowForm.tsx';

/** The form of one row (null = a new one) as sections of a page, with their table of contents and Save always visible. */
export function SectionedForm({
  order,
  section,
  onSection,
  actions,
  ...whole
}: RowFormProps & {
  /** IDs of the sections, in the order of the page. */
  order: readonly string[];
  /** ID of the section to start at. */
  section: string | undefined;
  /** Called with the section of the field to start at, once that field has the focus. */
  onSection: (section: string | undefined) => void;
  /** Buttons beside Save. */
  actions: ReactNode;
}) {
  const entity = useSeenEntity(whole.entity);
  const props = { ...whole, entity };
  const { row, isReadOnly, field } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const parts = inOrder(formParts(entity, row, props), order);
  const rowForm = useRowForm(props, parts, {
    // Every section is visible, and the focused field is scrolled into view.
    onShow: () => undefined,
    onFocused: () => onSection(partOfField(parts, field)?.id),
  });

  useEffect(() => {
    if (section !== undefined) showSection(section);
  }, [section]);

  return (
    <FormFrame
      rowForm={rowForm}
      entity={entity}
      row={row}
      isReadOnly={isReadOnly}
      scroller={scroller}
      className="sections-scroller"
      actions={actions}
    >
      <div className="sections">
        <SectionNav
          label={`Sections of this ${entity.label.toLowerCase()}`}
          parts={parts}
          current={useCurrentSection(
            scroller,
            parts.map(({ id }) => id),
          )}
          faultsOf={(part) => faultCount(part, rowForm.errors)}
        />
        <div className="sections-body flex flex-col divide-y">
          {parts.map((part) => (
            <Section key={part.id} part={part} isLast={part === parts.at(-1)}>
              <FormPartContent {...props} part={part} rowForm={rowForm} />
            </Section>
          ))}
        </div>
      </div>
    </FormFrame>
  );
}

/** Scrolls a section into view and moves the focus to it, unless the focus is inside it already. */
function showSection(id: string): void {
  const section = document.getElementById(id);
  if (!section || section.contains(document.activeElement)) return;
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

/** The table of contents: beside the sections, or above them in a narrow window. */
function SectionNav({
  label,
  parts,
  current,
  faultsOf,
}: {
  label: string;
  parts: readonly FormPart[];
  current: string | undefined;
  faultsOf: (part: FormPart) => number;
}) {
  return (
    <nav aria-label={label} className="sections-nav">
      <ul>
        {parts.map((part) => {
          const faults = faultsOf(part);
          const isCurrent = part.id === current;
          return (
            <li key={part.id}>
              <Link
                to="."
                search
                state
                hash={part.id}
                replace
                resetScroll={false}
                hashScrollIntoView={false}
                preload={false}
                aria-current={isCurrent ? 'location' : undefined}
                onClick={() => showSection(part.id)}
                className={cx(
                  'flex h-8 items-center justify-between gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap hover:bg-hover',
                  isCurrent ? 'font-medium text-ink' : 'text-muted',
                )}
              >
                {part.label}
                {faults > 0 ? (
                  <Badge tone="bad">
                    {faults}
                    <span className="sr-only">{faults === 1 ? ' error' : ' errors'}</span>
                  </Badge>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** One section. What is not a field loads when it comes into view. */
function Section({ part, isLast, children }: { part: FormPart; isLast: boolean; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const isSeen = useSeen(box);
  return (
    <section
      ref={box}
      id={part.id}
      aria-labelledby={`${part.id}-title`}
      tabIndex={-1}
      // The last one is as high as the window, so that a link to it can scroll it to the top.
      className={cx('flex flex-col gap-4 py-5 outline-none', isLast && 'min-h-[70dvh]')}
    >
      <h2 id={`${part.id}-title`} className="text-base font-semibold">
        {part.label}
      </h2>
      {part.kind === 'fields' || isSeen ? children : <div className="h-64" />}
    </section>
  );
}
