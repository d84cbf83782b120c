import { lazy, Suspense, type Ref } from 'react';
import { loadChunk } from '../../frame/chunkReload.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { asText } from '../asText.ts';
import type { InputProps } from './inputProps.ts';

const MacroSuggestions = lazy(() =>
  loadChunk(() => import('../../macros/MacroSuggestions.tsx').then((module) => ({ default: module.MacroSuggestions }))),
);

const AddMacro = lazy(() => loadChunk(() => import('./AddMacro.tsx').then((module) => ({ default: module.AddMacro }))));

/** A long address: several lines to read it whole, but no line breaks in it. */
export function UrlInput({ name, field, value, onChange, onBlur, ref, isReadOnly }: InputProps) {
  const text = asText(value);
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
      placeholder="https://"
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
      <Suspense fallback={input}>
        <AddMacro kind={field.macros} url={text} onChange={onChange}>
          {input}
        </AddMacro>
      </Suspense>
      {field.macros === 'tag' && text !== '' ? (
        <Suspense fallback={null}>
          <MacroSuggestions url={text} onApply={onChange} />
        </Suspense>
      ) : null}
    </>
  );
}
