import { useState } from 'react';
import type { ChannelTagParameter } from '#api/entities/channelTagContract.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { isInTag, valueOf, type TagChoices } from './channelTagUrlOf.ts';

const groups: readonly { group: ChannelTagParameter['group']; label: string }[] = [
  { group: 'request', label: 'Request' },
  { group: 'device', label: 'Viewer' },
  { group: 'player', label: 'Player' },
  { group: 'content', label: 'Content' },
  { group: 'privacy', label: 'Privacy and supply chain' },
  { group: 'account', label: 'Your parameters' },
];

/** The parameters of a tag by topic, each with its value: the usual and selected ones, and all on demand. */
export function TagParameters({
  parameters,
  choices,
  onChange,
}: {
  parameters: readonly ChannelTagParameter[];
  choices: TagChoices;
  onChange: (choices: TagChoices) => void;
}) {
  const [isAll, setAll] = useState(false);
  const shown = parameters.filter((each) => isAll || each.isUsual || isInTag(each, choices));
  return (
    <div className="flex flex-col gap-4">
      {groups.map(({ group, label }) => {
        const inGroup = shown.filter((each) => each.group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} aria-label={label}>
            <h4 className="pb-1.5 text-xs font-medium text-muted">{label}</h4>
            <ul className="divide-y rounded-lg border">
              {inGroup.map((parameter) => (
                <Parameter key={parameter.param} parameter={parameter} choices={choices} onChange={onChange} />
              ))}
            </ul>
          </section>
        );
      })}
      {isAll ? null : (
        <Button size="sm" className="self-start" onClick={() => setAll(true)}>
          Show all parameters
        </Button>
      )}
    </div>
  );
}

function Parameter({
  parameter,
  choices,
  onChange,
}: {
  parameter: ChannelTagParameter;
  choices: TagChoices;
  onChange: (choices: TagChoices) => void;
}) {
  const { param, help, isRequired } = parameter;
  const isTicked = isInTag(parameter, choices);
  const value = valueOf(parameter, choices);
  const isMissing = isRequired && value === '';
  return (
    <li className="grid grid-cols-[9rem_1fr_14rem] items-center gap-3 px-3 py-1">
      <Checkbox
        label={<code className="font-mono text-xs">{param}</code>}
        checked={isTicked}
        disabled={isRequired}
        onChange={() => onChange({ ...choices, inclusion: new Map(choices.inclusion).set(param, !isTicked) })}
      />
      <span className="min-w-0 text-xs text-muted">
        {help}
        {isRequired ? (
          <span className={cx('pill pill-plain ml-2', isMissing ? 'pill-bad' : 'pill-accent')}>Required</span>
        ) : null}
      </span>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={`Value of ${param}`}
        aria-invalid={isMissing || undefined}
        placeholder={isTicked ? 'No macro. Enter a value.' : 'Not in the tag'}
        disabled={!isTicked}
        value={choices.values.get(param) ?? value}
        onChange={(event) => {
          const values = new Map(choices.values);
          // Clearing the input restores the macro.
          if (event.currentTarget.value === '') values.delete(param);
          else values.set(param, event.currentTarget.value);
          onChange({ ...choices, values });
        }}
        onKeyDown={(event) => {
          // The tab is inside the channel's form, which Enter would submit.
          if (event.key === 'Enter') event.preventDefault();
        }}
        className="control-box h-7 px-2 font-mono text-2xs"
      />
    </li>
  );
}
