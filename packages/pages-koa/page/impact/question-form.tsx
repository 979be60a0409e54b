import { isName, MAX_NAME_LENGTH, type TargetKind } from '@forewarn/core';
import { useRef, useState } from 'preact/hooks';
import { ProjectSelect } from '../parts/project-select.tsx';
import { type Asked, CHOICES, hasEnvironment, type Question, targetOf } from './question.ts';
import type { Known } from './use-known.ts';
import { aroundTarget } from './words.ts';

interface Props {
  readonly question: Question;
  readonly known: Known;
  readonly onProject: (id: string) => void;
  readonly onAdd: (asked: readonly Asked[]) => void;
}

/** Maximum completions. */
const MAX_KNOWN = 300;

export function QuestionForm({ question, known, onProject, onAdd }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const environment = useRef<HTMLInputElement>(null);
  const [first] = question.asked;
  const [chosen, setChosen] = useState(
    CHOICES.find(({ kind, intent }) => kind === first?.target.kind && intent === first.intent)
      ?.name ?? 'feature.archive',
  );
  const [problem, setProblem] = useState('');
  const choice = CHOICES.find(({ name }) => name === chosen) ?? CHOICES[0]!;
  const { kind, intent } = choice;
  const names = known[kind] ?? new Map<string, string>();

  function add(lines: readonly string[]): void {
    const texts = lines.map((line) => (names.has(line) ? line : line.trim())).filter(Boolean);
    const targets = texts.map((text) => targetOf(kind, text));
    const wrong = texts.find((_, index) => targets[index] === undefined);
    const of = environment.current?.value.trim();
    const found = problemIn(kind, texts, wrong, of);
    setProblem(found);
    if (found !== '') return;
    const inEnvironment = of ? { inEnvironment: of } : {};
    onAdd(
      targets.flatMap((target) =>
        target === undefined ? [] : { target, intent, ...inEnvironment },
      ),
    );
    if (field.current !== null) field.current.value = '';
  }

  return (
    <form
      class="filters ask"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault();
        add([field.current?.value ?? '']);
      }}
    >
      <ProjectSelect value={question.project} onChange={onProject} />
      <label>
        What are you about to do?
        <select
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setProblem('');
          }}
        >
          {CHOICES.map((each) => (
            <option key={each.name} value={each.name}>
              {aroundTarget(each.intent).join(ONE[each.kind])}
            </option>
          ))}
        </select>
      </label>
      <label class="wide">
        Name or id
        <input
          ref={field}
          list="known-targets"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          placeholder="Type one, or paste one per line"
          aria-describedby="problem"
          aria-invalid={problem !== ''}
          onPaste={(event) => {
            const lines = (event.clipboardData?.getData('text') ?? '').trim().split(/\r?\n/);
            if (lines.length < 2) return;
            event.preventDefault();
            add(lines);
          }}
        />
      </label>
      {hasEnvironment(choice) && (
        <label>
          Only in environment
          <input ref={environment} autocomplete="off" spellcheck={false} dir="auto" />
        </label>
      )}
      <datalist id="known-targets">
        {[...names].slice(0, MAX_KNOWN).map(([name, where]) => (
          <option key={name} value={name} label={where === '' ? name : `${name} ${where}`} />
        ))}
      </datalist>
      <button type="submit" class="primary">
        Ask
      </button>
      <p id="problem" role="alert" class="attention">
        <bdi>{problem}</bdi>
      </p>
    </form>
  );
}

/** Why a question can't be asked; empty if it can. */
function problemIn(
  kind: TargetKind,
  texts: readonly string[],
  wrong: string | undefined,
  environment = '',
): string {
  if (texts.length === 0) return 'Type a name or an id.';
  if (environment !== '' && !isName(environment)) return `The environment is not a name: ${NAME}.`;
  if (wrong === undefined) return '';
  const start = wrong.length > 40 ? `${wrong.slice(0, 40)}…` : wrong;
  return kind === 'segment'
    ? `The id of a segment is a whole number: “${start}” is not.`
    : `“${start}” is not a name: ${NAME}.`;
}

const NAME = `a name has at most ${MAX_NAME_LENGTH} characters, and no control characters`;

const ONE: Readonly<Record<TargetKind, string>> = {
  feature: 'a feature',
  strategy: 'a strategy',
  featureVariants: 'the variants of a feature',
  segment: 'a segment',
  strategyDefinition: 'a strategy definition',
  environment: 'an environment',
  contextField: 'a context field',
  user: 'a user',
};
