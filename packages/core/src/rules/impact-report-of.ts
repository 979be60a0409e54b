import type { ImpactReport, ImpactQuestion } from '../model/impact.ts';
import type { Coverage } from '../model/coverage.ts';
import type { ImpactFindings } from '../ports/scheduled-change-request-reader.ts';
import { impactExplainer } from './impact-explainer.ts';

/** Explains all findings of an impact. */
export function impactReportOf(
  questions: readonly ImpactQuestion[],
  { projects, hasOtherProjects, targets }: ImpactFindings,
  notBefore: string | undefined,
): ImpactReport {
  const explain = impactExplainer();
  const coverage = projects.map((project) => project.coverage);
  const knowledge = { coverage, notBefore, hasUnreadableProjects: hasOtherProjects };
  const impacts = questions.map((question, index) => {
    const findings = targets[index];
    if (findings === undefined) throw new Error('the store returned too few findings');
    return explain(question, findings, knowledge);
  });
  return { ...asOfOldest(coverage), impacts };
}

/** Returns the oldest time of coverages as `asOf`, if any has one. */
export function asOfOldest(coverage: readonly Coverage[]): Pick<ImpactReport, 'asOf'> {
  const [asOf] = coverage
    .flatMap((each) => (each.kind === 'as-of' ? [each.asOf] : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return asOf === undefined ? {} : { asOf };
}
