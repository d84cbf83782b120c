import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ChannelTag } from '#api/entities/channelTagContract.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { checkTag } from './checkTag.ts';

/** Checks the tag URL that a publisher uses. */
export function TagCheck({ tag }: { tag: ChannelTag }) {
  const [pasted, setPasted] = useState('');
  const findings = pasted.trim() === '' ? null : checkTag(pasted, tag);
  return (
    <FormSection
      title="Check a tag"
      description="Paste the URL that the publisher’s player actually calls, with its values, to see what is missing."
    >
      <Field label="URL in use">
        <TextArea
          value={pasted}
          rows={3}
          spellCheck={false}
          placeholder={tag.url}
          className="font-mono text-xs break-all"
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
      </Field>
      <div aria-live="polite">
        {findings?.length === 0 ? (
          <Banner tone="good">Complete: every required parameter has a value.</Banner>
        ) : findings ? (
          <ul className="divide-y rounded-lg border text-sm" aria-label="Findings">
            {findings.map(({ level, text }) => (
              <li key={text} className="flex items-start gap-2.5 px-3 py-2">
                {level === 'bad' ? (
                  <CircleAlert aria-label="Error" className="mt-0.5 size-4 shrink-0 text-bad" />
                ) : (
                  <TriangleAlert aria-label="Warning" className="mt-0.5 size-4 shrink-0 text-warn" />
                )}
                <span className="min-w-0 break-all">{text}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </FormSection>
  );
}
