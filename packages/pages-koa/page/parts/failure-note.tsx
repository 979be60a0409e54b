import type { Failure } from '../api/failure.ts';

interface Props {
  readonly failure: Failure;
  /** Offers to try again. */
  readonly onRetry?: () => void;
}

/** Says what failed and what to do. */
export function FailureNote({ failure: { message, advice }, onRetry }: Props) {
  return (
    <div role="alert" class="note attention">
      <strong>
        <bdi>{message}</bdi>
      </strong>{' '}
      {advice}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again now
        </button>
      )}
    </div>
  );
}
