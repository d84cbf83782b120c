import { Suspense, useLayoutEffect, useRef, type Ref } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';
import { patternOf } from './partnerFields.ts';

const MacroSuggestions = lazyChunk(() => import('../../macros/MacroSuggestions.tsx'), 'MacroSuggestions');

const AddMacro = lazyChunk(() => import('./AddMacro.tsx'), 'AddMacro');

/** A URL in a text area, so that long ones are readable; line breaks are removed. */
export function UrlInput({ name, field, value, values, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const text = asText(value);
  const box = useRef<HTMLDivElement>(null);
  const area = () => box.current?.querySelector('textarea') ?? null;
  // Before its first focus a text area reports the cursor at 0; macros are then appended.
  const wasVisited = useRef(false);
  const cursor = useRef<number | null>(null);

  // Setting the value moves the cursor to the end.
  useLayoutEffect(() => {
    if (cursor.current !== null) area()?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  /** Inserts a macro at the cursor. */
  function insert(macro: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = (wasVisited.current ? area() : null) ?? {};
    wasVisited.current = true;
    cursor.current = selectionStart + macro.length;
    onChange(text.slice(0, selectionStart) + macro + text.slice(selectionEnd));
  }

  const input = (
    <TextArea
      ref={ref as Ref<HTMLTextAreaElement>}
      name={name}
      value={text}
      rows={Math.min(6, Math.max(2, Math.ceil(text.length / 80)))}
      maxLength={field.maxLength}
      readOnly={isReadOnly}
      spellCheck={false}
      inputMode="url"
      placeholder={patternOf(name, values) ?? 'https://'}
      className="font-mono text-xs break-all"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(event) => onChange(event.currentTarget.value.replace(/[\r\n]+/g, ''))}
    />
  );
  if (!field.macros || isReadOnly) return input;
  return (
    <>
      <div
        ref={box}
        className="flex flex-col items-start gap-1.5 [&>textarea]:w-full"
        onFocus={(event) => {
          if (event.target instanceof HTMLTextAreaElement) wasVisited.current = true;
        }}
      >
        {input}
        {/* A sibling, not a wrapper: wrapping later would remount the text area while the user types. */}
        <Suspense fallback={<span className="h-7" />}>
          <AddMacro kind={field.macros} onChoose={insert} />
        </Suspense>
      </div>
      {field.macros === 'tag' && text !== '' ? (
        <Suspense fallback={null}>
          <MacroSuggestions url={text} onApply={onChange} />
        </Suspense>
      ) : null}
    </>
  );
}
