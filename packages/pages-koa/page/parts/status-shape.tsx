import type { Status } from '../timeline/entry.ts';

// A shape for each status, so that none is told by colour alone. Centred on 0, 0.
const PATHS: Readonly<Record<Status, string>> = {
  pending: 'M0-7a7 7 0 1 1 0 14a7 7 0 1 1 0-14Z',
  suspended: 'M-6.5-6.5h13v13h-13Z',
  failed: 'M0-8 8.5 6.5h-17Z',
  none: 'M0-7.5 7.5 0 0 7.5-7.5 0Z',
};

/** The mark of a status, for use inside an SVG. */
export const StatusShape = ({
  status,
  isOverdue,
}: {
  readonly status: Status;
  readonly isOverdue: boolean;
}) => <path d={PATHS[status]} class={`mark ${status}${isOverdue ? ' overdue' : ''}`} />;

/** A status in words, with its mark. */
export function StatusText({
  status,
  isOverdue,
}: {
  readonly status: Status;
  readonly isOverdue: boolean;
}) {
  return (
    <span class="status">
      <svg viewBox="-10 -10 20 20" width="16" height="16" aria-hidden="true">
        <StatusShape status={status} isOverdue={isOverdue} />
      </svg>
      {statusText(status, isOverdue)}
    </span>
  );
}

/** A status in words. */
export function statusText(status: Status, isOverdue: boolean): string {
  if (isOverdue) return 'Overdue';
  return status === 'none' ? 'No time' : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`;
}
