/** An impact of one target with lists of at most 100. */
export interface WholeImpact {
  readonly changeRequests: readonly object[];
  readonly doubts: readonly { readonly project: string; readonly id: number }[];
}

const MAX_LENGTH = 2_097_152;

/**
 * Cuts the lists of a report to 2 MiB of JSON. One target after the other gets its first change request and the doubts about
 * its first doubtful one, then all get their second ones, and so on, until one has no room.
 */
export function cutReport<Impact extends WholeImpact>(
  impacts: readonly Impact[],
): readonly Impact[] {
  const cut = impacts.map(({ changeRequests, doubts }) => ({
    left: changeRequests,
    groups: [...Map.groupBy(doubts, ({ project, id }) => `${project} ${id}`).values()],
    changeRequests: [] as object[],
    doubts: [] as WholeImpact['doubts'][number][],
  }));
  let length = 0;
  const isFull = (part: unknown): boolean => {
    const isFirst = length === 0;
    length += JSON.stringify(part).length;
    return !isFirst && length > MAX_LENGTH;
  };
  const fill = (): void => {
    for (let rank = 0; cut.some(({ left, groups }) => rank < left.length + groups.length); rank++) {
      for (const { left, groups, changeRequests, doubts } of cut) {
        const changeRequest = left[rank];
        if (changeRequest !== undefined) {
          if (isFull(changeRequest)) return;
          changeRequests.push(changeRequest);
        }
        const group = groups[rank];
        if (group !== undefined) {
          if (isFull(group)) return;
          doubts.push(...group);
        }
      }
    }
  };
  fill();
  return impacts.map((impact, index) => {
    const { changeRequests = [], doubts = [] } = cut[index] ?? {};
    return { ...impact, changeRequests, doubts };
  });
}
