import type { Target } from '@forewarn/core';
import { CLEANUP_WORDS } from '@forewarn/cleanup';
import { FORECAST_WORDS } from '@forewarn/forecast';
import { capitalized } from '../parts/action-words.ts';
import { Name, TargetName, Where } from '../parts/name.tsx';
import { useProjectName } from '../parts/project-names.tsx';
import { dateTimeText } from '../parts/times.ts';
import { FeatureLinks } from '../parts/feature-links.tsx';
import { afterText, type Candidate } from './plan.ts';
import { TitleLink } from '../parts/title-link.tsx';

/** One candidate: when it can be removed, or why not, and what decides that. */
export function CandidateItem({ candidate }: { readonly candidate: Candidate }) {
  const { project, verdict, after, reasons, evidence } = candidate;
  return (
    <li>
      <span class={`time ${reasons.length > 0 ? 'attention' : ''}`}>
        {capitalized(verdict)}
        {after !== undefined && <b> {afterText(after)}</b>}
      </span>
      <div class="candidate">
        <p>
          <TargetName target={targetOf(candidate)} />{' '}
          {project !== undefined && <ProjectName id={project} />}
        </p>
        {reasons.map((reason) => (
          <p key={reason} class="attention">
            {/* A newer service may have others. */}
            {capitalized(CLEANUP_WORDS[reason] ?? reason)}.
          </p>
        ))}
        {evidence.map((each, index) => (
          <Evidence key={index} of={each} />
        ))}
      </div>
    </li>
  );
}

const ProjectName = ({ id }: { readonly id: string }) => (
  <Name text={useProjectName(id)} class="muted" />
);

/** A newer service may have other targets, which have no readable name here. */
const targetOf = ({ target: { feature, strategyDefinition = '' } }: Candidate): Target =>
  feature === undefined
    ? { kind: 'strategyDefinition', name: strategyDefinition }
    : { kind: 'feature', name: feature };

function Evidence({ of }: { readonly of: Candidate['evidence'][number] }) {
  const { changeRequest, forecast, children = [], lastSeenAt, why } = of;
  return (
    <p class="evidence">
      {changeRequest !== undefined && (
        <>
          <TitleLink of={changeRequest} />{' '}
          <span class="muted">
            {changeRequest.schedule !== undefined &&
              `${dateTimeText(changeRequest.schedule.scheduledAt)}, `}
            <Where of={changeRequest} />
          </span>
          {forecast !== undefined && ` ${FORECAST_WORDS[forecast] ?? ''}`}. If you remove it
          first:{' '}
        </>
      )}
      {why}
      {children.length > 0 && (
        <>
          {' It has children: '}
          <FeatureLinks names={children} />.
        </>
      )}
      {lastSeenAt !== undefined && ` Last seen on ${dateTimeText(lastSeenAt)}.`}
    </p>
  );
}
