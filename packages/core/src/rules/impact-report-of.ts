import type { ImpactReport, ImpactQuestion } from '../model/impact.ts';
import type { Coverage } from '../model/coverage.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { ImpactFindings } from '../ports/scheduled-change-request-reader.ts';
import { explainImpacts } from './explain-impacts.ts';

/** Explains all findings of an impact. Throws the reason of the signal once it is aborted. */
export async function impactReportOf(
  questions: readonly ImpactQuestion[],
  { projects, hasOtherProjects, targets }: ImpactFindings,
  notBefore: string | undefined,
  options: CallOptions = {},
): Promise<ImpactReport> {
  const coverage = projects.map((project) => project.coverage);
  const knowledge = { coverage, notBefore, hasUnreadableProjects: hasOtherProjects };
  const impacts = await explainImpacts(questions, targets, knowledge, options);
  return { ...asOfOldest(coverage), impacts };
}

/** Returns the oldest time of coverages as `asOf`, if any has one. */
export function asOfOldest(coverage: readonly Coverage[]): Pick<ImpactReport, 'asOf'> {
  const [asOf] = coverage
    .flatMap((each) => (each.kind === 'as-of' ? [each.asOf] : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return asOf === undefined ? {} : { asOf };
}
