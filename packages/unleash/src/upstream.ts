import type { CallOptions, PortResult, ProjectNotFound, StoreUnavailable } from '@forewarn/core';
import type { UpstreamRefused, UpstreamUnavailable } from './errors.ts';

/** The system that owns projects and strategy definitions. The store has copies. */
export interface Upstream {
  /** The URL at which users change them. */
  readonly url: string;
  /** The name of the principal in the events of its copies. */
  readonly principal: string;

  /**
   * Deletes a strategy definition in the upstream, not in the store. Returns `absent` when the upstream has none with
   * that name.
   *
   * - It must return `UpstreamRefused` only when the definition was kept, as when the store's copies come from another
   *   upstream.
   * - It must not retry by itself: another definition could have the name by then.
   */
  deleteStrategy(
    name: string,
    options?: CallOptions,
  ): PortResult<'deleted' | 'absent', UpstreamRefused | UpstreamUnavailable | StoreUnavailable>;

  /**
   * Returns whether the upstream may hide projects from this service. Nothing is known about them, so no outcome over all
   * projects is `none`. It must return true when it can't know.
   */
  hidesProjects(options?: CallOptions): PortResult<boolean, never>;

  /**
   * Copies everything into the store, as far as that is possible in a part of the time that a request has. The coverage of
   * a project says how old its data is.
   *
   * - Concurrent calls may share a copy, as in `syncProject`.
   */
  sync(
    options?: CallOptions,
  ): PortResult<void, UpstreamRefused | UpstreamUnavailable | StoreUnavailable>;

  /**
   * Copies a project into the store. When it returns, the store's data is from the time of the call or later.
   *
   * - It must return `ProjectNotFound` when the upstream does not have the project.
   * - Concurrent calls may share a copy that begins after each of them. A caller's signal must not end it for the others.
   */
  syncProject(
    projectId: string,
    options?: CallOptions,
  ): PortResult<void, ProjectNotFound | UpstreamRefused | UpstreamUnavailable | StoreUnavailable>;
}
