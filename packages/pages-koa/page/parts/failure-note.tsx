import { type Failure, isPassing } from '../api/failure.ts';

interface Props {
  readonly failure: Failure;
  /** Offers to try again, which the caller also does by itself when the failure may pass. */
  readonly onRetry?: () => void;
}

export function FailureNote({ failure, onRetry }: Props) {
  const { message, advice } = failure;
  return (
    <div role="alert" class="note attention">
      <strong>
        <bdi>{message}</bdi>
      </strong>{' '}
      {advice}{' '}
      {onRetry !== undefined && (
        <>
          {isPassing(failure) && 'This page tries again by itself. '}
          <button type="button" onClick={onRetry}>
            Try again now
          </button>
        </>
      )}
    </div>
  );
}
